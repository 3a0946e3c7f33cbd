import os

import httpx

base, token = os.environ["BASE"], os.environ["TOKEN"]
season, match = os.environ["SEASON"], os.environ["MATCH"]  # ids from addresses of pages
client = httpx.Client(base_url=base, headers={"Authorization": f"Bearer {token}"})

# read the standings
for row in client.get(f"/seasons/{season}/standings/").json()["results"]:
    print(row["place"], row["player"]["name"], row["points"])

# submit a round; with the same Idempotency-Key it can be sent again safely
answer = client.post(
    f"/matches/{match}/rounds/",
    json={"evidence": "sheet", "scores": [22, 5], "number": 1},
    headers={"Idempotency-Key": "table-4-round-1"},
)
if answer.status_code == 201:
    print("stored:", answer.json()["match"]["totals"])
elif answer.status_code == 409:  # another person entered it first
    print("compare with:", answer.json().get("current"))
elif answer.status_code == 422:  # against the rules
    for problem in answer.json()["problems"]:
        print(problem["code"], problem.get("pointer"), problem["message"])

# follow changes: 304 without a body as long as nothing has changed
tag = client.get(f"/seasons/{season}/standings/").headers["ETag"]
again = client.get(f"/seasons/{season}/standings/", headers={"If-None-Match": tag})
print(again.status_code)
