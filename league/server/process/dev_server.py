"""The application of `manage.py runserver` in development, with its worker and beat.

They run inside the same process, so a reload after a changed file restarts all three.
"""

from django.conf import settings
from django.utils.module_loading import import_string

from league.operations.support import own_addresses
from league.server.process import embedded_celery
from league.server.process.one_process import APPLICATION

application = import_string(APPLICATION)

if settings.EMBEDDED:
    own_addresses.accept()
    embedded_celery.start()
