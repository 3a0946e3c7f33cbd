from django.db import migrations

from league.names import stored_words

BATCH = 2000


def store_words(apps, schema_editor):
    """Store the words of the players who are there already."""
    Player = apps.get_model("league", "Player")
    PlayerWord = apps.get_model("league", "PlayerWord")
    players = Player.objects.filter(struck_at=None, is_ghost=False).order_by("pk")
    rows = players.values_list("pk", "name", "visibility", "alias")
    batch = []
    for pk, name, visibility, alias in rows.iterator(chunk_size=BATCH):
        public = stored_words(public_name(name, visibility, alias))
        batch += (
            PlayerWord(player_id=pk, word=word, is_public=word in public)
            for word in stored_words(name) | public
        )
        if len(batch) >= BATCH:
            PlayerWord.objects.bulk_create(batch)
            batch.clear()
    PlayerWord.objects.bulk_create(batch)


def public_name(name, visibility, alias):
    """Return the name that strangers read; an empty one if they read a number."""
    if visibility == "full":
        return name
    if visibility == "initial":
        first, *others = name.split()
        return f"{first} {others[-1][0]}" if others else first
    return alias if visibility == "alias" else ""


class Migration(migrations.Migration):
    dependencies = [("league", "0035_words_of_players")]

    operations = [migrations.RunPython(store_words, migrations.RunPython.noop)]
