# BASE is https://YOUR-SERVER/api/v1, TOKEN your token; /clubs/ lists CLUB, its seasons/ SEASON, its matches/ MATCH
auth="Authorization: Bearer $TOKEN"

# read the standings
curl -s --fail-with-body "$BASE/seasons/$SEASON/standings/" -H "$auth"
echo

# submit a round; with the same Idempotency-Key it can be sent again safely
answer=$(curl -s -w '\n%{http_code}' "$BASE/matches/$MATCH/rounds/" -H "$auth" -H "Content-Type: application/json" \
  -H "Idempotency-Key: match-$MATCH-round-1" -d '{"evidence": "sheet", "scores": [22, 5], "number": 1}')

case ${answer##*$'\n'} in
  201) echo "stored" ;;
  409) echo "the match does not allow it now: compare with the rounds that are there"
       curl -s --fail-with-body "$BASE/matches/$MATCH/rounds/" -H "$auth" ;;
  422) echo "against the rules: each problem says where and why"; echo "${answer%$'\n'*}" ;;
  *) echo "$answer" ;;
esac

# follow changes: after the newest event, wait up to 25 seconds for the next one
last=$(curl -sf "$BASE/clubs/$CLUB/events/" -H "$auth" | sed 's/.*"last": *\([0-9]*\).*/\1/')
curl -sf "$BASE/clubs/$CLUB/events/?after=$last&wait=25" -H "$auth"
