import os

import httpx

base, token = os.environ["BASE"], os.environ["TOKEN"]
# listed by /clubs/, its seasons/ and its matches/
club, season, match = os.environ["CLUB"], os.environ["SEASON"], os.environ["MATCH"]
client = httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"})

# read the standings
for row in client.get(f"/seasons/{season}/standings/").json()["results"]:
    print(row["place"], row["player"]["name"], row["points"])

# submit a round; with the same Idempotency-Key it can be sent again safely
answer = client.post(
    f"/matches/{match}/rounds/",
    json={"evidence": "sheet", "scores": [22, 5], "number": 1},
    headers={"Idempotency-Key": f"match-{match}-round-1"},
)
if answer.status_code == 201:
    print("stored:", answer.json()["match"]["totals"])
elif answer.status_code == 409:  # often another person entered it first
    print("compare with:", answer.json().get("current"))
elif answer.status_code == 422:  # against the rules
    for problem in answer.json()["problems"]:
        print(problem["code"], problem.get("pointer"), problem["message"])
else:
    print(answer.status_code, answer.json()["detail"])

# follow changes: after the newest event, wait up to 25 seconds for the next ones
last = client.get(f"/clubs/{club}/events/").json()["last"]
page = client.get(f"/clubs/{club}/events/", params={"after": last, "wait": 25}, timeout=30).json()
for event in page["results"]:
    print(event["type"], event["data"])
print("next request: after", page["last"])
