# BASE is https://YOUR-SERVER/api/v1; TOKEN is your token; SEASON and MATCH are ids from addresses of pages
auth="Authorization: Bearer $TOKEN"

# read the standings
curl -sf "$BASE/seasons/$SEASON/standings/" -H "$auth"

# submit a round; with the same Idempotency-Key it can be sent again safely
answer=$(curl -s -w '\n%{http_code}' "$BASE/matches/$MATCH/rounds/" -H "$auth" -H "Content-Type: application/json" \
  -H "Idempotency-Key: table-4-round-1" -d '{"evidence": "sheet", "scores": [22, 5], "number": 1}')

case ${answer##*$'\n'} in
  201) echo "stored" ;;
  409) echo "somebody entered it first: compare with the rounds that are there"
       curl -sf "$BASE/matches/$MATCH/rounds/" -H "$auth" ;;
  422) echo "against the rules: each problem says where and why"; echo "${answer%$'\n'*}" ;;
esac

# follow changes: 304 without a body as long as nothing has changed
tag=$(curl -sf -o /dev/null -D - "$BASE/seasons/$SEASON/standings/" -H "$auth" | tr -d '\r' | sed -n 's/^etag: //Ip')
curl -s -o /dev/null -w '%{http_code}\n' "$BASE/seasons/$SEASON/standings/" -H "$auth" -H "If-None-Match: $tag"
