from league.config.celery import app as celery_app
from problems import catalogue

__all__ = ["celery_app"]

catalogue.add_folder(__file__)
