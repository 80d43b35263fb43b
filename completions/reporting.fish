# Completes the command lines of reporting in fish. Made by `reporting completion fish`.

# The subcommand of a command, by its name.
function __reporting_step
    switch "$argv"
        case 'reporting revenue'
            echo 'reporting revenue'
        case 'reporting domains'
            echo 'reporting domains'
        case 'reporting columns'
            echo 'reporting columns'
        case 'reporting raw'
            echo 'reporting raw'
        case 'reporting sync'
            echo 'reporting sync'
        case 'reporting verify'
            echo 'reporting verify'
        case 'reporting login'
            echo 'reporting login'
        case 'reporting logout'
            echo 'reporting logout'
        case 'reporting whoami'
            echo 'reporting whoami'
        case 'reporting profiles'
            echo 'reporting profiles'
        case 'reporting config'
            echo 'reporting config'
        case 'reporting doctor'
            echo 'reporting doctor'
        case 'reporting sandbox'
            echo 'reporting sandbox'
        case 'reporting completion'
            echo 'reporting completion'
        case 'reporting help'
            echo 'reporting help'
        case 'reporting profiles list'
            echo 'reporting profiles list'
        case 'reporting profiles use'
            echo 'reporting profiles use'
        case 'reporting profiles rename'
            echo 'reporting profiles rename'
        case 'reporting profiles remove'
            echo 'reporting profiles remove'
        case 'reporting config list'
            echo 'reporting config list'
        case 'reporting config get'
            echo 'reporting config get'
        case 'reporting config set'
            echo 'reporting config set'
        case 'reporting config unset'
            echo 'reporting config unset'
        case 'reporting config set format'
            echo 'reporting config set format'
        case 'reporting config set timezone'
            echo 'reporting config set timezone'
        case 'reporting config set concurrency'
            echo 'reporting config set concurrency'
        case 'reporting config set profile'
            echo 'reporting config set profile'
        case 'reporting config set strict'
            echo 'reporting config set strict'
        case 'reporting config set human'
            echo 'reporting config set human'
        case 'reporting config set period'
            echo 'reporting config set period'
        case 'reporting config set week-start'
            echo 'reporting config set week-start'
        case 'reporting config set max-rows'
            echo 'reporting config set max-rows'
    end
end

# Whether a flag takes a value.
function __reporting_takes_value
    contains -- $argv[1] --error-format --from --to -p --period --week-start --timezone --where -g --group-by --by --sum --min --max --avg --compare --ratio --share --delta --running --moving-avg --having --top --pivot --sort -n --limit --rename -f --format -o --output --title --columns --max-rows --delimiter --expect-columns --date-column --ignore-members --window-days --windows --end-date --concurrency --retry-for --retries --timeout --explain --profile --base-url --client-id --token-file --ca-file --seed --latency --fault --replay --wire --lookback --type --max-drop --accept --shard --wait --port
end

# The typed command, alone and followed by its number of operands.
function __reporting_typed
    set -l path reporting
    set -l operands 0
    set -l is_value 0
    set -l is_literal 0
    set -l words (commandline -opc)
    set -e words[1]
    for word in $words
        if test $is_value = 1
            set is_value 0
        else if test $is_literal = 0; and string match -q -- '-?*' $word
            switch $word
                case --
                    set is_literal 1
                case '--*'
                    __reporting_takes_value $word; and set is_value 1
                case '*'
                    # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
                    set -l letters (string split '' -- $word)
                    for index in (seq 2 (count $letters))
                        __reporting_takes_value -$letters[$index]; or continue
                        test $index = (count $letters); and set is_value 1
                        break
                    end
            end
        else
            set -l below
            test $operands = 0; and set below (__reporting_step "$path" $word)
            if test -n "$below"
                set path $below
            else
                set operands (math $operands + 1)
            end
        end
    end
    echo $path
    echo $path $operands
end

# Whether one of the arguments was typed: a command, or a command followed by its number of operands.
function __reporting_at
    for typed in (__reporting_typed)
        contains -- $typed $argv; and return 0
    end
    return 1
end

function __reporting_profiles
    set -l limit
    command -q timeout; and set limit timeout 3
    command $limit reporting profiles list --format names 2>/dev/null </dev/null | string replace -rf '^([A-Za-z0-9._-]+)$' '$1\tprofile'
end

function __reporting_profile_list
    set -l typed (commandline -ct | string replace -r -- '^--?[^=]*=' '')
    set -l listed (string match -r -- '^.*,' "$typed")
    for profile in (__reporting_profiles)
        set -l name (string split -f 1 \t $profile)
        string match -q -- "*,$name,*" ",$listed"; or echo "$listed$profile"
    end
end

function __reporting_time_zones
    echo UTC\t
    set -l file /usr/share/zoneinfo/zone.tab
    test -r $file; and string replace -rf '^[A-Z]+\t\S+\t([A-Za-z0-9_+/-]+).*' '$1\t' <$file
end

complete -c reporting -f
complete -c reporting -n '__reporting_at "reporting 0"' -a revenue -d 'pull revenue by date and campaign'
complete -c reporting -n '__reporting_at "reporting 0"' -a domains -d 'pull revenue by domain and source'
complete -c reporting -n '__reporting_at "reporting 0"' -a columns -d 'list the columns of a report: kind, coverage, examples'
complete -c reporting -n '__reporting_at "reporting 0"' -a raw -d 'save the service\'s answers exactly as sent, as JSON or CSV'
complete -c reporting -n '__reporting_at "reporting 0"' -a sync -d 'keep a directory of monthly files up to date'
complete -c reporting -n '__reporting_at "reporting 0"' -a verify -d 'check the files of a dataset, offline'
complete -c reporting -n '__reporting_at "reporting 0"' -a login -d 'check credentials against the service, and store them'
complete -c reporting -n '__reporting_at "reporting 0"' -a logout -d 'remove a stored profile'
complete -c reporting -n '__reporting_at "reporting 0"' -a whoami -d 'show the credentials that a report would use, and their sources'
complete -c reporting -n '__reporting_at "reporting 0"' -a profiles -d 'list, use, rename and remove stored profiles'
complete -c reporting -n '__reporting_at "reporting 0"' -a config -d 'show and set defaults: format, time zone, period, week start and more'
complete -c reporting -n '__reporting_at "reporting 0"' -a doctor -d 'check everything between you and a report'
complete -c reporting -n '__reporting_at "reporting 0"' -a sandbox -d 'serve the whole interface on loopback with made-up data'
complete -c reporting -n '__reporting_at "reporting 0"' -a completion -d 'print the completion script of a shell'
complete -c reporting -n '__reporting_at "reporting 0"' -a help -d 'show the help of a command or a topic'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a list -d 'list the stored profiles'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a use -d 'set the default profile'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a rename -d 'rename a profile'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a remove -d 'remove profiles and their tokens'
complete -c reporting -n '__reporting_at "reporting config 0"' -a list -d 'list the defaults and their sources'
complete -c reporting -n '__reporting_at "reporting config 0"' -a get -d 'print a default'
complete -c reporting -n '__reporting_at "reporting config 0"' -a set -d 'store a default'
complete -c reporting -n '__reporting_at "reporting config 0"' -a unset -d 'remove a default'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a format -d 'set the default for format'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a timezone -d 'set the default for timezone'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a concurrency -d 'set the default for concurrency'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a profile -d 'set the default for profile'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a strict -d 'set the default for strict'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a human -d 'set the default for human'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a period -d 'set the default for period'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a week-start -d 'set the default for week-start'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a max-rows -d 'set the default for max-rows'
complete -c reporting -s V -l version -d 'show the version'
complete -c reporting -s q -l quiet -d 'print only errors and truncation warnings'
complete -c reporting -s v -l verbose -d 'print details of each request'
complete -c reporting -l debug -d 'print debugging details, without the token'
complete -c reporting -l no-progress -d 'hide the progress bar'
complete -c reporting -l no-color -d 'disable colors (also: NO_COLOR)'
complete -c reporting -l error-format -x -k -a 'text\t json\t' -d 'format of messages'
complete -c reporting -s h -l help -d 'show help; -h is short'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l from -x -k -a 'today\t yesterday\t 7d\t 2w\t 3m\t 1y\t' -d 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l to -x -k -a 'today\t yesterday\t' -d 'last day, included (default: yesterday, or today if --from is today)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -s p -l period -x -k -a 'today\t yesterday\t this-week\t last-week\t this-month\t last-month\t this-quarter\t last-quarter\t this-year\t last-year\t wtd\t mtd\t qtd\t ytd\t q1\t q2\t q3\t q4\t last-7-days\t last-30-days\t last-90-days\t last-4-weeks\t last-3-months\t last-12-months\t' -d 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l include-today -d 'include today in this-..., wtd, mtd, qtd and ytd, and in --from without --to'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l week-start -x -k -a 'monday\t tuesday\t wednesday\t thursday\t friday\t saturday\t sunday\t' -d 'first day of the week for wtd, last-week, last-4-weeks, --by week, --by weekday (default: monday)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l timezone -x -a '(__reporting_time_zones)' -d 'time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l where -x -d 'keep only matching records: \'revenue>100\', \'country in US,DE\', name~spring, \'name!~test\', weekday=sat'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -s g -l group-by -x -d 'group rows by these columns'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l by -x -k -a 'day\t week\t month\t quarter\t year\t weekday\t' -d 'group rows by date'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l trend -d 'with --group-by and --by, print one row per group, with a bar per date'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l sum -x -d 'sum these columns, per group or in all (default without --min, --max, --avg: all summable columns)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l min -x -d 'minimum of these columns, per group or in all'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l max -x -d 'maximum of these columns, per group or in all'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l avg -x -d 'average of these columns, per group or in all'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l count -d 'number of records, per group or in all'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l compare -x -k -a 'previous\t year\t today\t yesterday\t this-week\t last-week\t this-month\t last-month\t this-quarter\t last-quarter\t this-year\t last-year\t wtd\t mtd\t qtd\t ytd\t q1\t q2\t q3\t q4\t' -d 'compare each group, or all records, with another range: previous, year, a period, FROM..TO'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l ratio -x -d 'add a column: one column divided by another, such as rpm=1000*revenue/views'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l share -x -d 'add the percentage of the sum of all groups'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l delta -x -d 'with --by, add the change from the unit before, and in percent'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l running -x -d 'with --by, add the sum of all units so far'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l moving-avg -x -d 'with --by, add the average of the last n units: 7:revenue,30:revenue'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l having -x -d 'keep only matching groups: \'revenue>100\''
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l top -x -d 'keep the first n groups, by --sort or the main measure, and merge the others into a row (other)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l pivot -x -k -a 'day\t week\t month\t quarter\t year\t weekday\t' -d 'one column for each value of a column of --group-by, or of the unit of --by, and a total column'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l sort -x -d 'sort by these columns; -name sorts descending'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -s n -l limit -x -d 'keep only the first n rows'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l totals -d 'add a last line with sums to table, markdown, chart, html; other formats print them on stderr'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l rename -x -d 'rename a column'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -s f -l format -x -k -a 'table\t csv\t tsv\t json\t ndjson\t markdown\t chart\t html\t parquet\t' -d 'output format'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -s o -l output -r -F -d 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l title -x -d 'title of html'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l columns -x -d 'print these columns, in this order; -name leaves one out, * matches any text'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l max-rows -x -d 'maximum rows of table, markdown, chart; 0 for all (default: 1000; 20 bars in a chart)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l human -d 'group thousands in table, markdown, chart: 1,234.50 (default: table and chart on a terminal)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l no-human -d 'do not group thousands (also: `config set human false`)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l wide -d 'keep all columns of a table that is wider than the terminal, uncut'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l no-pager -d 'disable the pager (also: PAGER=)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l excel -d 'write CSV for spreadsheets: ids, dates and names stay unchanged, no formula runs'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l delimiter -x -k -a 'comma\t semicolon\t tab\t pipe\t' -d 'field delimiter: a character, or comma, semicolon, tab, pipe (default: comma)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l decimal-comma -d 'write 0,10 for 0.10, with the semicolon as delimiter'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l fail-empty -d 'exit 3 if there are no records'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l fail-gaps -d 'exit 9 if past days have no records'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l expect-columns -x -d 'exit 11 unless the report has exactly these columns, in any order'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l date-column -x -d 'column with the date of each record, or none'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l strict -d 'exit 9 on any warning about missing or ambiguous data'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting sync"' -l no-strict -d 'only warn about missing or ambiguous data, despite `config set strict true`'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting sync"' -l ignore-members -x -d 'do not warn about these members of a response'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l window-days -x -d 'days per request, 1 to 31 (default: 31)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw"' -l windows -x -k -a 'month\t' -d 'request one calendar month at a time, cut to the range'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l end-date -x -k -a 'inclusive\t exclusive\t' -d 'whether the service counts end_date'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l by-day -d 'same as --window-days 1 --window-columns'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l window-columns -d 'add the columns window_from and window_to: the window of each record'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l concurrency -x -d 'windows to request at once, 1 to 16 (default: `config`, then 4)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l retry-for -x -k -a '90s\t 10m\t 30m\t 2h\t' -d 'how long to retry a failed window: 90s, 30m, 2h; 0 for never'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l retries -x -d 'maximum retries of a window, 0 to 20 (default: limited by --retry-for only)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l timeout -x -d 'seconds to wait for a response to begin'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l resume -d 'continue a failed run that had --resume, within a day: request only the missing windows'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l dry-run -d 'print the planned requests, and send none'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l explain -x -k -a 'sh\t' -d 'print a script that makes the same requests with curl, and send none'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l profile -x -a '(__reporting_profile_list)' -d 'stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `profiles use`, then "default")'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l all-profiles -d 'use all stored profiles'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting login" "reporting whoami" "reporting doctor"' -l base-url -x -d 'address of the service, such as https://reports.example.com/v2/reporting'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting login" "reporting whoami" "reporting doctor"' -l client-id -x -d 'client to report on'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting whoami" "reporting doctor"' -l token-file -r -F -d 'file with the API token'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting login" "reporting whoami" "reporting profiles list" "reporting doctor"' -l insecure-http -d 'allow plain http to other machines'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting login" "reporting whoami" "reporting profiles list" "reporting doctor"' -l ca-file -r -F -d 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync"' -l sandbox -d 'pull made-up data from the embedded sandbox'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting sandbox"' -l seed -x -d 'seed of the made-up data (default: 1)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting sandbox"' -l latency -x -d 'milliseconds to wait before each response'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting sandbox"' -l fault -x -k -a 'reset\t hang\t cut\t stall\t slow\t garbage\t empty\t rate-limit\t 429\t 500\t 503\t' -d 'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting sandbox"' -l domain-dates -d 'give domain records a date: one record per day'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns" "reporting raw" "reporting sync" "reporting sandbox"' -l exclusive-end -d 'exclude end_date from the range'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting columns"' -l replay -x -a '(__fish_complete_directories)' -d 'make the report from the answers that `reporting raw` has recorded, without a request'
complete -c reporting -n '__reporting_at "reporting columns" "reporting raw"' -l week-start -x -k -a 'monday\t tuesday\t wednesday\t thursday\t friday\t saturday\t sunday\t' -d 'first day of the week for wtd, last-week, last-4-weeks (default: monday)'
complete -c reporting -n '__reporting_at "reporting columns"' -s f -l format -x -k -a 'table\t csv\t tsv\t json\t ndjson\t markdown\t html\t parquet\t' -d 'output format'
complete -c reporting -n '__reporting_at "reporting columns"' -l max-rows -x -d 'maximum rows of table, markdown; 0 for all (default: 1000)'
complete -c reporting -n '__reporting_at "reporting raw"' -l wire -x -k -a 'json\t csv\t' -d 'format of the answers'
complete -c reporting -n '__reporting_at "reporting raw"' -s o -l output -x -a '(__fish_complete_directories)' -d 'new directory for the answers; - writes a single answer to stdout; may hold {profile}, {report}, {from}, {to}'
complete -c reporting -n '__reporting_at "reporting raw"' -l unchecked -d 'keep answers that a check refuses, for a support ticket; the run still fails'
complete -c reporting -n '__reporting_at "reporting raw"' -l strict -d 'exit 9 on any warning about the answers'
complete -c reporting -n '__reporting_at "reporting raw"' -l no-strict -d 'only warn, despite `config set strict true`'
complete -c reporting -n '__reporting_at "reporting raw"' -l ignore-members -x -d 'do not warn about these members of a JSON answer'
complete -c reporting -n '__reporting_at "reporting raw"' -l resume -d 'continue an interrupted recording, within a day: request only the missing windows'
complete -c reporting -n '__reporting_at "reporting sync"' -l from -x -k -a 'today\t yesterday\t 7d\t 2w\t 3m\t 1y\t' -d 'first month: 2024-01'
complete -c reporting -n '__reporting_at "reporting sync"' -l to -x -k -a 'today\t yesterday\t' -d 'last month (default: none, the dataset grows until yesterday)'
complete -c reporting -n '__reporting_at "reporting sync"' -s f -l format -x -k -a 'parquet\t csv\t' -d 'format of the files (default: parquet)'
complete -c reporting -n '__reporting_at "reporting sync"' -l lookback -x -k -a '35d\t 60d\t 90d\t' -d 'days after its end until which a month is pulled again; after the first run, for this run only (default: 35d)'
complete -c reporting -n '__reporting_at "reporting sync"' -l type -x -d 'choose the type of a column: ctr=double, order=text; may be repeated'
complete -c reporting -n '__reporting_at "reporting sync"' -l timezone -x -a '(__reporting_time_zones)' -d 'time zone of yesterday (default: profile, `config`, system)'
complete -c reporting -n '__reporting_at "reporting sync"' -l set-up -d 'only set up the dataset and its types: before shards, or to edit the types'
complete -c reporting -n '__reporting_at "reporting sync"' -l reconfigure -d 'change the settings of the dataset to those of this run'
complete -c reporting -n '__reporting_at "reporting sync"' -l max-drop -x -d 'do not replace a month that lost more of its records or its main sum (default: 50%)'
complete -c reporting -n '__reporting_at "reporting sync"' -l accept -x -d 'replace this month although it lost records; may be repeated'
complete -c reporting -n '__reporting_at "reporting sync"' -l date-column -x -d 'column with the date of each record, or none; or revenue=a,domains=b'
complete -c reporting -n '__reporting_at "reporting sync"' -l strict -d 'do not write a month with any warning about missing or ambiguous data'
complete -c reporting -n '__reporting_at "reporting sync"' -l shard -x -d 'pull only part i, from 0, of n equal parts'
complete -c reporting -n '__reporting_at "reporting sync"' -l wait -x -k -a '0\t 5m\t 30m\t' -d 'how long to wait for another sync of a month'
complete -c reporting -n '__reporting_at "reporting login"' -l profile -x -a '(__reporting_profiles)' -d 'profile to store them in (default: REPORTING_PROFILE, then `profiles use`, then "default")'
complete -c reporting -n '__reporting_at "reporting login"' -l token-stdin -d 'read the API token from stdin'
complete -c reporting -n '__reporting_at "reporting login"' -l token-file -r -F -d 'read the API token from a file'
complete -c reporting -n '__reporting_at "reporting login"' -l timezone -x -a '(__reporting_time_zones)' -d 'time zone of today in reports with this profile, such as Europe/Berlin'
complete -c reporting -n '__reporting_at "reporting login"' -l end-date -x -k -a 'inclusive\t exclusive\t' -d 'whether the service counts end_date, in reports with this profile'
complete -c reporting -n '__reporting_at "reporting login"' -l date-column -x -d 'column with the date of each record, or none, in reports with this profile'
complete -c reporting -n '__reporting_at "reporting login"' -l ignore-members -x -d 'do not warn about these members of a response, in reports with this profile'
complete -c reporting -n '__reporting_at "reporting login"' -l no-verify -d 'store without checking against the service'
complete -c reporting -n '__reporting_at "reporting logout"' -l profile -x -a '(__reporting_profiles)' -d 'profile to remove (default: REPORTING_PROFILE, then `profiles use`, then "default")'
complete -c reporting -n '__reporting_at "reporting whoami"' -l check -d 'check the credentials against the service'
complete -c reporting -n '__reporting_at "reporting whoami" "reporting config list" "reporting doctor"' -s f -l format -x -k -a 'text\t json\t' -d 'output format'
complete -c reporting -n '__reporting_at "reporting whoami" "reporting doctor"' -l profile -x -a '(__reporting_profiles)' -d 'stored credentials to use (default: REPORTING_PROFILE, then `profiles use`, then "default")'
complete -c reporting -n '__reporting_at "reporting profiles list"' -s f -l format -x -k -a 'text\t json\t names\t' -d 'output format'
complete -c reporting -n '__reporting_at "reporting profiles list"' -l check -d 'check the credentials of each profile against the service'
complete -c reporting -n '__reporting_at "reporting profiles list"' -l timeout -x -d 'seconds to wait for each response (default: 10)'
complete -c reporting -n '__reporting_at "reporting doctor"' -l timeout -x -d 'seconds to wait in each step'
complete -c reporting -n '__reporting_at "reporting doctor"' -l sandbox -d 'check against the embedded sandbox'
complete -c reporting -n '__reporting_at "reporting sandbox"' -l port -x -d 'port to listen on (default: any free one)'
complete -c reporting -n '__reporting_at "reporting columns 0" "reporting raw 0"' -k -a 'revenue\t domains\t'
complete -c reporting -n '__reporting_at "reporting sync 0"' -k -a 'revenue\t domains\t status\t'
complete -c reporting -n '__reporting_at "reporting sync 1" "reporting verify 0"' -a '(__fish_complete_directories)'
complete -c reporting -n '__reporting_at "reporting profiles use 0" "reporting profiles rename 0" "reporting profiles remove" "reporting config set profile 0"' -a '(__reporting_profiles)'
complete -c reporting -n '__reporting_at "reporting config get 0" "reporting config unset 0"' -k -a 'format\t timezone\t concurrency\t profile\t strict\t human\t period\t week-start\t max-rows\t'
complete -c reporting -n '__reporting_at "reporting config set format 0"' -k -a 'table\t csv\t tsv\t json\t ndjson\t markdown\t chart\t html\t parquet\t'
complete -c reporting -n '__reporting_at "reporting config set timezone 0"' -a '(__reporting_time_zones)'
complete -c reporting -n '__reporting_at "reporting config set strict 0" "reporting config set human 0"' -k -a 'true\t false\t'
complete -c reporting -n '__reporting_at "reporting config set period 0"' -k -a 'today\t yesterday\t this-week\t last-week\t this-month\t last-month\t this-quarter\t last-quarter\t this-year\t last-year\t wtd\t mtd\t qtd\t ytd\t q1\t q2\t q3\t q4\t'
complete -c reporting -n '__reporting_at "reporting config set week-start 0"' -k -a 'monday\t tuesday\t wednesday\t thursday\t friday\t saturday\t sunday\t'
complete -c reporting -n '__reporting_at "reporting completion 0"' -k -a 'bash\t zsh\t fish\t powershell\t'
complete -c reporting -n '__reporting_at "reporting help 0"' -k -a 'revenue\t domains\t columns\t raw\t sync\t verify\t login\t logout\t whoami\t profiles\t config\t doctor\t sandbox\t completion\t dates\t formats\t clients\t environment\t exit-codes\t'
