# the commands of docs/api.md of November 2026; the API keeps answering them
curl -sf "$BASE/clubs/" -H "Authorization: Bearer $TOKEN"

CLUB=$(curl -sf "$BASE/clubs/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Les Ardoises", "timezone": "Europe/Paris", "language": "fr"}' | json slug)

ADA=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Ada Lovelace", "visibility": "initial"}' | json id)
BRUNO=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Bruno"}' | json id)

SEASON=$(curl -sf "$BASE/clubs/$CLUB/seasons/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Automne 2026", "starts_on": "2026-09-01", "games": ["neurotrio"]}' | json id)
EVENING=$(curl -sf "$BASE/seasons/$SEASON/sessions/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"starts_at": "2026-10-01T20:30:00+02:00", "place": "Salle Pascal"}' | json id)

for PLAYER in $ADA $BRUNO; do
  curl -sf "$BASE/sessions/$EVENING/presence/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $PLAYER}"
done
curl -sf "$BASE/sessions/$EVENING/presence/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Chloé"}'
curl -sf "$BASE/sessions/$EVENING/presence/?here=true" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/seating/draw/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"game": "neurotrio", "order": "opponents"}'
SEATING=$(curl -sf "$BASE/sessions/$EVENING/seating/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"tables\": [[$BRUNO, $ADA]]}" | json ref)
curl -sf "$BASE/sessions/$EVENING/seating/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/queue/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"game": "neurotrio", "size": 4}'
curl -sf "$BASE/sessions/$EVENING/queue/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/sessions/$EVENING/queue/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/log/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$EVENING/log/$SEATING/undo/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{}'
curl -sf "$BASE/sessions/$EVENING/log/$SEATING/redo/" -H "Authorization: Bearer $TOKEN" -X POST
curl -sf "$BASE/sessions/$EVENING/log/" -H "Authorization: Bearer $TOKEN"

LUNCH=$(curl -sf "$BASE/sessions/$EVENING/announcements/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"text": "Lunch"}' | json id)
curl -sf "$BASE/sessions/$EVENING/announcements/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/sessions/$EVENING/announcements/$LUNCH/" -H "Authorization: Bearer $TOKEN"
CALLING=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO]}" | json id)
curl -sf -X POST "$BASE/matches/$CALLING/call/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$EVENING/calls/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/matches/$CALLING/call/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/clock/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"clock": "start", "minutes": 40}'
curl -sf "$BASE/matches/$CALLING/clock/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"extra_minutes": 5}'
curl -sf "$BASE/matches/$CALLING/clock/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$EVENING/clock/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"clock": "reset"}'
curl -sf "$BASE/sessions/$EVENING/clock/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/matches/$CALLING/seats/effects/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$BRUNO, $ADA]}"
curl -sf "$BASE/matches/$CALLING/seats/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$BRUNO, $ADA]}"
curl -sf -X POST "$BASE/matches/$CALLING/call_off/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$EVENING/" -H "Authorization: Bearer $TOKEN"

IDLE=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO]}" | json id)
curl -sf "$BASE/matches/$IDLE/call_off/" -H "Authorization: Bearer $TOKEN" -X POST
curl -sf "$BASE/sessions/$EVENING/presence/$BRUNO/" -H "Authorization: Bearer $TOKEN" -X DELETE
curl -sf "$BASE/sessions/$EVENING/close/" -H "Authorization: Bearer $TOKEN" -X POST

PAIR=$(curl -sf "$BASE/clubs/$CLUB/seating_wishes/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"one\": $ADA, \"other\": $BRUNO, \"kind\": \"together\", \"note\": \"family\"}" | json id)
curl -sf "$BASE/clubs/$CLUB/seating_wishes/?kind=together" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/clubs/$CLUB/seating_wishes/$PAIR/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/players/$ADA/seating_needs/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"step_free": true, "level": null}'
curl -sf -X PUT "$BASE/clubs/$CLUB/step_free_tables/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"tables": [1, 3]}'
curl -sf "$BASE/clubs/$CLUB/seating_needs/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/players/$ADA/seating_needs/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"step_free": false}'

curl -sf "$BASE/seasons/$SEASON/session_series/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"first": "2031-01-10T20:30:00+01:00", "every_weeks": 2, "until": "2031-03-31", "except_dates": ["2031-02-21"], "dry_run": true}'
FRIDAY=$(curl -sf "$BASE/seasons/$SEASON/session_series/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"first": "2031-01-10T20:30:00+01:00", "every_weeks": 2, "until": "2031-01-31", "sheet": {"closes_hours_before": 2, "capacity": 24}}' \
  | python3 -c 'import json, sys; print(json.load(sys.stdin)["sessions"][0]["id"])')

curl -sf -X PUT "$BASE/sessions/$FRIDAY/sign_up_sheet/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"closes_at": "2031-01-10T12:00:00+01:00", "capacity": 2, "guests_allowed": 1}'
for PLAYER in $ADA $BRUNO; do
  curl -sf "$BASE/sessions/$FRIDAY/sign_ups/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
    -d "{\"player\": $PLAYER, \"answer\": \"yes\", \"games\": [\"neurotrio\"]}"
done
curl -sf "$BASE/sessions/$FRIDAY/sign_ups/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"guest_of\": $ADA, \"name\": \"Zoé\"}"
curl -sf "$BASE/sessions/$FRIDAY/sign_ups/?waiting=true" -H "Authorization: Bearer $TOKEN"

curl -sf -X PATCH "$BASE/sessions/$FRIDAY/sign_ups/$BRUNO/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"answer": "no"}'
curl -sf "$BASE/sessions/$FRIDAY/sign_ups/$BRUNO/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$FRIDAY/forecast/?preferred=4" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$FRIDAY/expected/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$FRIDAY/expected/check_in/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{}'
curl -sf "$BASE/sessions/$FRIDAY/last_time/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$FRIDAY/door/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$FRIDAY/door/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"player\": $ADA}" || echo "only for players of the account, around the session"

curl -sf -X PATCH "$BASE/clubs/$CLUB/sign_up_settings/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"access": "code"}'
curl -sf -X POST "$BASE/clubs/$CLUB/sign_up_settings/code/" -H "Authorization: Bearer $TOKEN"
curl -sf -X POST "$BASE/players/$BRUNO/personal_link/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$FRIDAY/cancel/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"reason": "Snow"}'
curl -sf -X POST "$BASE/sessions/$FRIDAY/reinstate/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/sessions/$FRIDAY/sign_up_sheet/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/close/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/seasons/$SEASON/close/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/close/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"force": "Automne 2026"}'
curl -sf -X POST "$BASE/seasons/$SEASON/reopen/" -H "Authorization: Bearer $TOKEN"

MATCH=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO], \"options\": {\"target\": 50}}" | json id)

curl -sf "$BASE/sessions/$EVENING/paper/tables.pdf?size=a4" -H "Authorization: Bearer $TOKEN" > tables.pdf
curl -sf "$BASE/sessions/$EVENING/paper.zip" -H "Authorization: Bearer $TOKEN" > evening.zip
curl -sf "$BASE/seasons/$SEASON/blank.pdf?game=neurotrio&players=4" -H "Authorization: Bearer $TOKEN" > blank.pdf

FIRST=$(curl -sf "$BASE/sessions/$FRIDAY/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO]}" | json id)
curl -sf "$BASE/matches/$FIRST/stop/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"without_result": true}'
AGAIN=$(curl -sf "$BASE/matches/$FIRST/rematch/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"seats": "rotated"}' | json id)

curl -sf "$BASE/matches/$AGAIN/stop/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"without_result": true}'
curl -sf "$BASE/matches/$AGAIN/replay/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"reason": "Cards missing"}'

GIL=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Gil"}' | json id)
HUGO=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Hugo"}' | json id)
ONE=$(curl -sf "$BASE/sessions/$FRIDAY/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO]}" | json id)
TWO=$(curl -sf "$BASE/sessions/$FRIDAY/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$GIL, $HUGO]}" | json id)
curl -sf "$BASE/matches/$TWO/merge/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"into\": $ONE}"
curl -sf "$BASE/matches/$ONE/split/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$GIL, $HUGO]}"

curl -sf "$BASE/matches/$MATCH/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: table-4-round-1" -d '{"evidence": "sheet", "scores": [22, 5], "finisher": 0, "number": 1}'
curl -sf "$BASE/matches/$MATCH/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: table-4-round-1" -d '{"evidence": "sheet", "scores": [22, 5], "finisher": 0, "number": 1}'

curl -s "$BASE/matches/$MATCH/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Accept-Language: fr" -d '{"evidence": "sheet", "scores": [17, 3]}'

curl -sf "$BASE/matches/$MATCH/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"evidence": "final", "finisher": 0, "hands": [
        ["1CN","1CN","1CV","1CV","1CB","1EN","1EV","1EB","1RN","1RV","1RB"],
        ["3EV","2CN","2EV","3RV","1RN","2CN","2RV","3EN","3CB","3RV"]]}'

curl -sf "$BASE/matches/$MATCH/rounds/check/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"evidence": "sheet", "scores": [12, 4]}'

curl -sf "$BASE/matches/$MATCH/rounds/1/effects/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"evidence": "sheet", "scores": [22, 7], "finisher": 0}'

TAG=$(curl -sf -D - -o /dev/null "$BASE/matches/$MATCH/rounds/1/" -H "Authorization: Bearer $TOKEN" | tr -d '\r' | sed -n 's/^[Ee][Tt]ag: //p')
curl -sf -X PUT "$BASE/matches/$MATCH/rounds/1/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "If-Match: $TAG" -d '{"evidence": "sheet", "scores": [22, 7], "finisher": 0, "reason": "Typing error"}'

curl -sf "$BASE/matches/$MATCH/rounds/1/versions/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sessions/$EVENING/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"rounds\": [{\"match\": $MATCH, \"number\": 3, \"evidence\": \"sheet\", \"scores\": [12, 4]}]}"
curl -sf "$BASE/matches/$MATCH/" -H "Authorization: Bearer $TOKEN"

curl -sf -X POST "$BASE/matches/$MATCH/code/" -H "Authorization: Bearer $TOKEN"

TABLE=$(curl -sf "$BASE/matches/$MATCH/tokens/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Table 4"}')
PHONE=$(echo "$TABLE" | json secret)
STICKER=$(echo "$TABLE" | json id)
curl -sf "$BASE/matches/$MATCH/rounds/" -H "Authorization: Bearer $PHONE"
curl -sf "$BASE/matches/$MATCH/tokens/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/matches/$MATCH/tokens/$STICKER/" -H "Authorization: Bearer $TOKEN"

CHLOE=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Chloé"}' | json id)
DOV=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Dov"}' | json id)
CUP=$(curl -sf "$BASE/clubs/$CLUB/tournaments/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Autumn cup", "starts_at": "2026-10-17T14:00:00+02:00", "game": "neurotrio", "format": "swiss", "least": 3, "minutes": 40}' | json id)
curl -sf "$BASE/tournaments/$CUP/entrants/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"entrants\": [{\"player\": $ADA, \"rank\": 1}, {\"player\": $BRUNO}, {\"player\": $CHLOE}]}"
curl -sf "$BASE/tournaments/$CUP/check_in/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"players\": [$ADA, $BRUNO, $CHLOE]}"
WISH=$(curl -sf "$BASE/tournaments/$CUP/wishes/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"one\": $ADA, \"other\": $BRUNO, \"kind\": \"together\"}" | json id)
curl -sf -X DELETE "$BASE/tournaments/$CUP/wishes/$WISH/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/tournaments/$CUP/entrants/$BRUNO/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"rank": 2}'

curl -sf -X PUT "$BASE/tournaments/$CUP/sign_up_sheet/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"capacity": 40}'
curl -sf "$BASE/tournaments/$CUP/sign_ups/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $DOV}"
curl -sf "$BASE/tournaments/$CUP/forecast/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/tournaments/$CUP/sign_ups/$DOV/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"answer": "no"}'
curl -sf -X POST "$BASE/tournaments/$CUP/sign_ups/take_over/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/tournaments/$CUP/check_in/undo/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$CHLOE]}"
curl -sf "$BASE/tournaments/$CUP/check_in/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$CHLOE]}"
curl -sf "$BASE/tournaments/$CUP/skip/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $ADA, \"round\": 2}"
curl -sf "$BASE/tournaments/$CUP/skip/undo/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $ADA, \"round\": 2}"
BREAK=$(curl -sf "$BASE/tournaments/$CUP/announcements/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"text": "Break"}' | json id)
curl -sf -X DELETE "$BASE/tournaments/$CUP/announcements/$BREAK/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/announcements/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/calls/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/tournaments/$CUP/drop_out/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"players\": [$CHLOE]}"
curl -sf "$BASE/tournaments/$CUP/return/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $CHLOE}"
curl -sf "$BASE/tournaments/$CUP/substitute/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"player\": $CHLOE, \"substitute\": $DOV}"

curl -sf "$BASE/tournaments/$CUP/precheck/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/sittings/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"seed": "autumn"}'
SITTING=$(curl -sf "$BASE/tournaments/$CUP/sittings/" -H "Authorization: Bearer $TOKEN" | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)
curl -sf "$BASE/sittings/$SITTING/plan/" -H "Authorization: Bearer $TOKEN"

OWN=$(curl -sf "$BASE/clubs/$CLUB/tournaments/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Own plan", "starts_at": "2026-11-21T14:00:00+01:00", "game": "neurotrio", "format": "script"}' | json id)
curl -sf "$BASE/tournaments/$OWN/entrants/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"entrants\": [{\"player\": $ADA}, {\"player\": $BRUNO}, {\"player\": $CHLOE}]}"
curl -sf -X PUT "$BASE/tournaments/$OWN/script/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"content": "round,table,seat,player\n1,1,1,1\n1,1,2,2\n1,1,3,3\n"}'
curl -sf "$BASE/tournaments/$OWN/script/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/sittings/$SITTING/what_if/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"swap\": [$ADA, $BRUNO]}"
curl -sf -X PUT "$BASE/sittings/$SITTING/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"tables\": [[$DOV, $ADA, $BRUNO]]}"

for STATE in checked published running; do
  curl -sf "$BASE/sittings/$SITTING/state/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"state\": \"$STATE\"}"
done
curl -sf "$BASE/sittings/$SITTING/withdraw/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"hide_from": ["public"]}'
curl -sf "$BASE/sittings/$SITTING/publish/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"to": ["public"]}'
curl -sf "$BASE/sittings/$SITTING/clock/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"clock": "pause"}'
curl -sf -X PATCH "$BASE/sittings/$SITTING/tables/1/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"extra_minutes": 5}'

curl -sf "$BASE/sittings/$SITTING/no_show/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"player\": $DOV}" || echo "a substitute is needed"
TABLE_ONE=$(curl -sf "$BASE/sittings/$SITTING/" -H "Authorization: Bearer $TOKEN" | grep -o '"match":[0-9]*' | cut -d: -f2)
curl -sf "$BASE/matches/$TABLE_ONE/stop/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"without_result": true, "reason": "Power cut"}'
curl -sf -X POST "$BASE/matches/$TABLE_ONE/resume/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/bracket/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/ranking/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/tournaments/$CUP/incidents/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/tournaments/$CUP/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"minutes": 50}'

curl -sf -X PATCH "$BASE/seasons/$SEASON/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"confirmation": "majority", "confirm_after_hours": 48}'
DONE=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO], \"options\": {\"target\": 1}}" | json id)
curl -sf "$BASE/matches/$DONE/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"evidence": "sheet", "scores": [22, 5]}'
curl -sf "$BASE/matches/$DONE/confirmations/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"player\": $ADA}"
SAID=$(curl -sf "$BASE/matches/$DONE/confirmations/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{}' \
  | python3 -c 'import json, sys; print(json.load(sys.stdin)["result"]["confirmations"][0]["id"])')
curl -sf -X DELETE "$BASE/matches/$DONE/confirmations/$SAID/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/matches/$DONE/" -H "Authorization: Bearer $TOKEN"

DISPUTE=$(curl -sf "$BASE/matches/$DONE/disputes/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"player\": $BRUNO, \"reason\": \"I had 6\"}" | json id)
curl -sf "$BASE/matches/$DONE/disputes/$DISPUTE/decide/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"outcome": "upheld", "words": "The sheet says 5"}'
curl -sf -X POST "$BASE/matches/$DONE/disputes/$DISPUTE/reopen/" -H "Authorization: Bearer $TOKEN"
curl -sf -X POST "$BASE/matches/$DONE/disputes/$DISPUTE/withdraw/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/matches/$DONE/disputes/?open=false" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings/?results=final" -H "Authorization: Bearer $TOKEN"

curl -sf -X PATCH "$BASE/seasons/$SEASON/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"correction_policy": "second_person", "corrections_close_after": 3650}'
PROPOSAL=$(curl -sf "$BASE/matches/$DONE/proposals/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"kind": "round", "number": 1, "round": {"evidence": "sheet", "scores": [22, 6]}, "reason": "Misread"}' | json id)
curl -sf "$BASE/sessions/$EVENING/proposals/" -H "Authorization: Bearer $TOKEN"
curl -s -X POST "$BASE/matches/$DONE/proposals/$PROPOSAL/approve/" -H "Authorization: Bearer $TOKEN"
curl -sf -X POST "$BASE/matches/$DONE/proposals/$PROPOSAL/withdraw/" -H "Authorization: Bearer $TOKEN"
AGAIN=$(curl -sf "$BASE/matches/$DONE/proposals/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"kind": "withdrawal", "number": 1, "reason": "It was never played"}' | json id)
curl -sf -X POST "$BASE/matches/$DONE/proposals/$AGAIN/reject/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/matches/$DONE/proposals/?pending=false" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/seasons/$SEASON/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"correction_policy": "reason"}'
curl -sf -X PUT "$BASE/matches/$DONE/rounds/1/?reason=Misread" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"evidence": "sheet", "scores": [22, 6]}'

PUT_OFF=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $BRUNO]}" | json id)
curl -sf "$BASE/matches/$PUT_OFF/postpone/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"to": "2026-10-15T20:30:00+02:00", "reason": "Snow"}'
curl -sf -X POST "$BASE/matches/$PUT_OFF/go_on/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/seasons/$SEASON/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"confirmation": "nobody"}'

EMMA=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Emma Noether"}' | json id)
ALAN=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Alan Turing"}' | json id)
LEFT=$(curl -sf "$BASE/sessions/$EVENING/matches/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"game\": \"neurotrio\", \"players\": [$ADA, $EMMA]}" | json id)
curl -sf "$BASE/matches/$LEFT/rounds/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"evidence": "sheet", "scores": [12, 5]}'
CAME=$(curl -sf "$BASE/matches/$LEFT/substitutes/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"leaving\": $EMMA, \"entering\": $ALAN, \"effect\": \"both\"}" | json id)
curl -sf "$BASE/matches/$LEFT/substitutes/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/matches/$LEFT/substitutes/$CAME/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/matches/$LEFT/leave/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"player\": $EMMA, \"end\": \"result\"}" || echo "one player cannot play alone"

curl -sf "$BASE/sessions/$EVENING/matches/?player=$EMMA" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/matches/$MATCH/rounds/?limit=2" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings/?game=neurotrio" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings.csv" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings.pdf" -H "Authorization: Bearer $TOKEN" > standings.pdf
curl -sf "$BASE/seasons/$SEASON/certificates.pdf?best=3" -H "Authorization: Bearer $TOKEN" > certificates.pdf || echo "not counted yet"
curl -sf "$BASE/clubs/$CLUB/ratings/?game=neurotrio" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/players/$ADA/ratings/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/seasons/$SEASON/standings/?as_of=$EVENING" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/standings/?since=$EVENING" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/seasons/$SEASON/standings/?limit=100" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/standings/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/matches/$MATCH/record/" -H "Authorization: Bearer $TOKEN" > record.json
curl -sf "$BASE/check/" -H "Content-Type: application/json" --data-binary @record.json

curl -sf "$BASE/seasons/$SEASON/standings/$ADA/" -H "Authorization: Bearer $TOKEN" || echo "not counted yet"
curl -sf "$BASE/seasons/$SEASON/standings/$ADA.pdf" -H "Authorization: Bearer $TOKEN" > report.pdf || echo "not counted yet"

curl -sf "$BASE/seasons/$SEASON/scheme/preview/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"scheme": {"points": "place_points", "best_evenings": 8, "attendance": 1, "tiebreaks": ["wins", "lots"]}}'
curl -sf "$BASE/seasons/$SEASON/schemes/" -H "Authorization: Bearer $TOKEN"

SAT=$(curl -sf "$BASE/sessions/$EVENING/sit_outs/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -H "Idempotency-Key: sat-out-1" -d "{\"player\": $BRUNO}" | json id)
curl -sf -X DELETE "$BASE/sessions/$EVENING/sit_outs/$SAT/" -H "Authorization: Bearer $TOKEN"
PENALTY=$(curl -sf "$BASE/seasons/$SEASON/penalties/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"session\": $EVENING, \"player\": $ADA, \"points\": 5, \"reason\": \"Late\"}" | json id)
curl -sf "$BASE/seasons/$SEASON/penalties/$PENALTY/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/penalties/$PENALTY/lift/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"reason": "The train"}'

curl -sf "$BASE/seasons/$SEASON/draws/" -H "Authorization: Bearer $TOKEN"

curl -sf -X PATCH "$BASE/account/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"language": "fr"}'

curl -sf -X POST "$BASE/account/calendar/" -H "Authorization: Bearer $TOKEN" | json secret
curl -sf "$BASE/account/calendar/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/account/calendar/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/account/messages/" -H "Authorization: Bearer $TOKEN" | json results
curl -sf "$BASE/account/messages/read/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{}'

curl -sf "$BASE/account/messages/settings/" -H "Authorization: Bearer $TOKEN" | json push_key
curl -sf -X PATCH "$BASE/account/messages/settings/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"choices": {"session_changed": {"mail": "daily"}}, "silent_from": 22, "silent_until": 8, "timezone": "Europe/Paris"}'

DEVICE=$(curl -sf "$BASE/account/devices/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Phone",
  "endpoint": "https://push.example/1", "auth": "BTBZMqHH6r4Tts7J_aSIgg",
  "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"}' | json id)
curl -sf "$BASE/account/devices/" -H "Authorization: Bearer $TOKEN"
curl -sf -X POST "$BASE/account/devices/$DEVICE/test/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/account/devices/$DEVICE/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/members/" -H "Authorization: Bearer $TOKEN"
ME=$(curl -sf "$BASE/clubs/$CLUB/members/?role=owner" -H "Authorization: Bearer $TOKEN" | grep -o '"id":[0-9]*' | cut -d: -f2)
curl -sf -X PATCH "$BASE/clubs/$CLUB/members/$ME/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"role": "owner"}'

curl -sf "$BASE/clubs/$CLUB/log/?kind=member.role_changed&from=2026-01-01" -H "Authorization: Bearer $TOKEN"

INVITATION=$(curl -sf "$BASE/clubs/$CLUB/invitations/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"role": "scorer"}')
LINK=$(echo "$INVITATION" | grep -o '/join/[^/]*' | cut -d/ -f3)
curl -sf "$BASE/invitations/accept/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"token\": \"$LINK\"}" || echo "you already belong to the club"
curl -sf "$BASE/invitations/decline/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"token\": \"$LINK\"}"
OFFER=$(echo "$INVITATION" | grep -o '"id":[0-9]*' | cut -d: -f2)
curl -sf "$BASE/clubs/$CLUB/invitations/$OFFER/" -H "Authorization: Bearer $TOKEN"

curl -sf -X PATCH "$BASE/clubs/$CLUB/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"main_colour": "#ffd400", "accent_colour": "#1c6a4c", "description": "Four games, one league.",
       "meeting_place": "Café des Arts", "meeting_time": "Thursdays 20:00", "contact": "hello@ardoises.example",
       "penalty_reasons": ["Late", "Phone at the table"]}'

echo iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg== | base64 -d > logo.png
curl -sf -X PUT "$BASE/clubs/$CLUB/logo/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: image/png" --data-binary @logo.png
until curl -sf "$BASE/clubs/$CLUB/logo/" -H "Authorization: Bearer $TOKEN" -o square.png; do sleep 1; done

curl -sf -X PATCH "$BASE/players/$ADA/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"email": "ada@example.org", "visibility": "full"}'

curl -sf "$BASE/account/players/" -H "Authorization: Bearer $TOKEN" | json results

MARIE=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Marie Curie"}' | json id)
TWIN=$(curl -sf "$BASE/clubs/$CLUB/players/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Mary Curie"}' | json id)
MERGE=$(curl -sf "$BASE/players/$TWIN/merge/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"into\": $MARIE}" | json id)
curl -sf "$BASE/clubs/$CLUB/merges/" -H "Authorization: Bearer $TOKEN" | json results
curl -sf "$BASE/merges/$MERGE/" -H "Authorization: Bearer $TOKEN" | json later
curl -sf "$BASE/merges/$MERGE/undo/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"units": []}'

curl -sf "$BASE/clubs/$CLUB/players/paste/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"text": "1. Eva\n2. Finn <finn@example.org>\n3. Ada", "dry_run": true}'

SCREEN=$(curl -sf "$BASE/tokens/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"Screen in the hall\", \"scope\": \"read\", \"club\": \"$CLUB\"}" | json id)
curl -sf -X DELETE "$BASE/tokens/$SCREEN/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/players/?name=ada&ordering=-name" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/clubs/$CLUB/seasons/?active=true" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/seasons/$SEASON/sessions/?from=2026-10-01&until=2026-10-31" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$EVENING/matches/?over=true&player=$ADA" -H "Authorization: Bearer $TOKEN"

IMPORT=$(curl -sf "$BASE/clubs/$CLUB/imports/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"kind": "players", "format": "csv", "content": "Surnom;Courriel\nZoé;zoe@example.org\n",
       "mapping": {"name": "Surnom"}, "existing": "update"}' | json id)
until curl -sf "$BASE/clubs/$CLUB/imports/$IMPORT/" -H "Authorization: Bearer $TOKEN" | grep '"state":"done"'; do sleep 1; done

curl -sf -X POST "$BASE/clubs/$CLUB/imports/$IMPORT/undo/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/imports/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"kind": "season", "format": "csv", "season_name": "2025", "create_players": true, "game": "neurotrio",
       "content": "Date;Partie;Joueur;Manche 1;Manche 2\n2025-10-01;A;Ada;22;9\n2025-10-01;A;Bruno;5;3\n", "dry_run": true}'
curl -sf "$BASE/clubs/$CLUB/imports/" -H "Authorization: Bearer $TOKEN"

JOB=$(curl -sf -X POST "$BASE/clubs/$CLUB/exports/" -H "Authorization: Bearer $TOKEN" | json id)
until curl -sf "$BASE/jobs/$JOB/" -H "Authorization: Bearer $TOKEN" | grep '"state":"done"'; do sleep 1; done
curl -sf "$BASE/jobs/$JOB/file/" -H "Authorization: Bearer $TOKEN" > club.zip
JOB=$(curl -sf "$BASE/archives/?members=true" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/zip" \
  -H "Idempotency-Key: our-club-1" --data-binary @club.zip | json id)
until curl -sf "$BASE/jobs/$JOB/" -H "Authorization: Bearer $TOKEN" | grep '"state":"done"'; do sleep 1; done

JOB=$(curl -sf -X POST "$BASE/account/data/" -H "Authorization: Bearer $TOKEN" | json id)
until curl -sf "$BASE/jobs/$JOB/" -H "Authorization: Bearer $TOKEN" | grep '"state":"done"'; do sleep 1; done
curl -sf "$BASE/jobs/$JOB/file/" -H "Authorization: Bearer $TOKEN" > my-data.zip
JOB=$(curl -sf -X POST "$BASE/players/$BRUNO/data/" -H "Authorization: Bearer $TOKEN" | json id)
until curl -sf "$BASE/jobs/$JOB/" -H "Authorization: Bearer $TOKEN" | grep '"state":"done"'; do sleep 1; done

curl -sf "$BASE/players/$MARIE/erase/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Marie Curie"}'

HOOK=$(curl -sf "$BASE/clubs/$CLUB/webhooks/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"url": "https://league.example/hook", "events": ["match.finished", "standings.updated"]}' | json id)
curl -sf -X PATCH "$BASE/clubs/$CLUB/webhooks/$HOOK/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"description": "The display in the hall", "enabled": true}'
curl -sf -X POST "$BASE/clubs/$CLUB/webhooks/$HOOK/rotate/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/webhooks/$HOOK/preview/" -H "Authorization: Bearer $TOKEN"

SENT=$(curl -sf -X POST "$BASE/clubs/$CLUB/webhooks/$HOOK/test/" -H "Authorization: Bearer $TOKEN" | json id)
curl -sf "$BASE/clubs/$CLUB/webhooks/$HOOK/deliveries/?state=pending" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/clubs/$CLUB/webhooks/$HOOK/deliveries/$SENT/" -H "Authorization: Bearer $TOKEN"

curl -sf -X POST "$BASE/clubs/$CLUB/webhooks/$HOOK/deliveries/$SENT/replay/" -H "Authorization: Bearer $TOKEN" || echo "being delivered"
curl -sf "$BASE/clubs/$CLUB/webhooks/$HOOK/replay/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"since": "2026-10-01T20:30:00+02:00"}'
curl -sf -X DELETE "$BASE/clubs/$CLUB/webhooks/$HOOK/" -H "Authorization: Bearer $TOKEN"

LEAGUE=$(curl -sf "$BASE/seasons/$SEASON/leagues/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"Beginners\", \"member_rule\": \"listed\", \"players\": [$ADA, $BRUNO], \"scheme\": {\"points\": \"place_points\"}}" | json id)
curl -sf "$BASE/seasons/$SEASON/leagues/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/leagues/$LEAGUE/standings/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/leagues/$LEAGUE/standings/$ADA/" -H "Authorization: Bearer $TOKEN" || echo "not counted yet"
curl -sf "$BASE/leagues/$LEAGUE/standings.csv" -H "Authorization: Bearer $TOKEN" > standings.csv

curl -sf -X PATCH "$BASE/leagues/$LEAGUE/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"member_rule": "joined", "joined_since": "2026-09-01"}'
curl -sf "$BASE/leagues/$LEAGUE/standings.pdf" -H "Authorization: Bearer $TOKEN" > league.pdf
curl -sf "$BASE/leagues/$LEAGUE/certificates.pdf" -H "Authorization: Bearer $TOKEN" > certificates.pdf || echo "not counted yet"
curl -sf "$BASE/leagues/$LEAGUE/standings/$ADA.pdf" -H "Authorization: Bearer $TOKEN" > report.pdf || echo "not counted yet"
curl -sf -X DELETE "$BASE/leagues/$LEAGUE/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/clubs/$CLUB/awards/preview/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Sharpest", "statistic": "win_share", "minimum_matches": 3}'
AWARD=$(curl -sf "$BASE/clubs/$CLUB/awards/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"Most wins\", \"statistic\": \"wins\", \"season\": $SEASON, \"prize\": \"Cup\", \"amount\": 1250}" | json id)
curl -sf "$BASE/clubs/$CLUB/awards/" -H "Authorization: Bearer $TOKEN"

curl -sf "$BASE/awards/$AWARD/winners/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/awards/$AWARD/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"minimum_evenings": 2}'
curl -sf -X DELETE "$BASE/awards/$AWARD/" -H "Authorization: Bearer $TOKEN"

OTHER=$(curl -sf "$BASE/clubs/$CLUB/seasons/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"name": "Second division", "starts_on": "2026-09-01"}' | json id)
GOLD=$(curl -sf "$BASE/seasons/$SEASON/sessions/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"starts_at": "2026-12-18T19:00:00+01:00", "place": "Back room"}' | json id)
SILVER=$(curl -sf "$BASE/seasons/$OTHER/sessions/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"starts_at": "2026-12-18T19:00:00+01:00", "place": "Back room"}' | json id)
curl -sf "$BASE/sessions/$GOLD/night/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d "{\"sessions\": [$SILVER]}"
curl -sf "$BASE/sessions/$GOLD/night/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/sessions/$SILVER/night/" -H "Authorization: Bearer $TOKEN"

TEAMS=$(curl -sf "$BASE/seasons/$SEASON/team_tables/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"rule": "best_k", "best": 2}' | json id)
RED=$(curl -sf "$BASE/team_tables/$TEAMS/teams/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"Red\", \"members\": [{\"player\": $ADA, \"until\": \"2026-12-31\"}, {\"player\": $BRUNO}]}" | json id)
curl -sf "$BASE/seasons/$SEASON/team_tables/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/team_tables/$TEAMS/teams/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/team_tables/$TEAMS/standings/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/sessions/$GOLD/team_draw/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"number": 2}' || echo "too few players are there"
curl -sf "$BASE/teams/$RED/results/" -H "Authorization: Bearer $TOKEN"

curl -sf -X PATCH "$BASE/teams/$RED/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"name": "Reds"}'
curl -sf -X PATCH "$BASE/team_tables/$TEAMS/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{"rule": "mean"}'
curl -sf -X DELETE "$BASE/teams/$RED/" -H "Authorization: Bearer $TOKEN"
curl -sf -X DELETE "$BASE/team_tables/$TEAMS/" -H "Authorization: Bearer $TOKEN"

LADDER=$(curl -sf "$BASE/clubs/$CLUB/ladders/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"Championnat\", \"period\": \"Automne\", \"starts_on\": \"2026-09-01\", \"rules\": {\"up\": 1, \"down\": 1, \"least\": 1, \"most\": 4},
       \"divisions\": [{\"name\": \"Or\", \"players\": [$ADA]}, {\"players\": [$BRUNO]}]}" | json id)
curl -sf "$BASE/clubs/$CLUB/ladders/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/ladders/$LADDER/" -H "Authorization: Bearer $TOKEN"
curl -sf -X PATCH "$BASE/ladders/$LADDER/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d '{"rules": {"most": 6}}'

curl -sf "$BASE/ladders/$LADDER/next/" -H "Authorization: Bearer $TOKEN"
MARK=$(curl -sf "$BASE/ladders/$LADDER/next/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"content\": [$BRUNO]}" | json mark)

curl -sf "$BASE/ladders/$LADDER/wishes/" -H "Authorization: Bearer $TOKEN"
TABLE=$(curl -sf "$BASE/ladders/$LADDER/play_offs/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"players\": [$ADA, $BRUNO], \"game\": \"neurotrio\"}" | json match)
curl -sf "$BASE/matches/$TABLE/call_off/" -H "Authorization: Bearer $TOKEN" -X POST
curl -sf "$BASE/ladders/$LADDER/periods/" -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"number\": 2, \"name\": \"Printemps\", \"starts_on\": \"2027-01-01\", \"content\": [$BRUNO], \"seen\": \"$MARK\", \"force\": \"Championnat\"}"
curl -sf "$BASE/ladders/$LADDER/periods/" -H "Authorization: Bearer $TOKEN"
curl -sf "$BASE/ladders/$LADDER/periods/2/" -H "Authorization: Bearer $TOKEN"

curl -sf -X DELETE "$BASE/ladders/$LADDER/periods/2/" -H "Authorization: Bearer $TOKEN"
