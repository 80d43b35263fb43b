# Completes the command lines of reporting in fish. Made by `reporting completion fish`.

# The command that a word leads to from another.
function __reporting_step
    switch "$argv"
        case 'reporting revenue'
            echo 'reporting revenue'
        case 'reporting domains'
            echo 'reporting domains'
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
    end
end

# Whether a flag is followed by a value.
function __reporting_takes_value
    contains -- $argv[1] --error-format --from --to --period --week-start --timezone --window-days --end-date --where --group-by --by --sum --min --max --avg --compare --ratio --sort --limit --rename -f --format -o --output --columns --max-rows --expect-columns --date-column --ignore-members --delimiter --concurrency --retry-for --retries --timeout --explain --profile --base-url --client-id --token-file --ca-file --seed --latency --fault --port
end

# The command that was typed, and behind it how many operands.
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
                    # Letters behind one hyphen: the first that takes a value takes the rest, or the next word.
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

# Whether one of these was typed: commands, or commands with the number of operands behind them.
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
complete -c reporting -n '__reporting_at "reporting 0"' -a login -d 'check credentials against the service, and store them'
complete -c reporting -n '__reporting_at "reporting 0"' -a logout -d 'remove a stored profile'
complete -c reporting -n '__reporting_at "reporting 0"' -a whoami -d 'show the credentials that a report would use, and where each comes from'
complete -c reporting -n '__reporting_at "reporting 0"' -a profiles -d 'list, use, rename and remove stored profiles'
complete -c reporting -n '__reporting_at "reporting 0"' -a config -d 'show and set your defaults: format, time zone, concurrency, profile, strict'
complete -c reporting -n '__reporting_at "reporting 0"' -a doctor -d 'check everything between you and a report'
complete -c reporting -n '__reporting_at "reporting 0"' -a sandbox -d 'serve the whole interface on loopback with made-up data'
complete -c reporting -n '__reporting_at "reporting 0"' -a completion -d 'print the completion script of a shell'
complete -c reporting -n '__reporting_at "reporting 0"' -a help -d 'show the help of a command, or of a topic'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a list -d 'show the stored profiles'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a use -d 'choose the profile of runs that name none'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a rename -d 'give a profile another name'
complete -c reporting -n '__reporting_at "reporting profiles 0"' -a remove -d 'remove profiles, and the tokens in them'
complete -c reporting -n '__reporting_at "reporting config 0"' -a list -d 'show each value, and where it comes from'
complete -c reporting -n '__reporting_at "reporting config 0"' -a get -d 'print one value'
complete -c reporting -n '__reporting_at "reporting config 0"' -a set -d 'store a default'
complete -c reporting -n '__reporting_at "reporting config 0"' -a unset -d 'forget a default'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a format -d 'set the default for format'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a timezone -d 'set the default for timezone'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a concurrency -d 'set the default for concurrency'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a profile -d 'set the default for profile'
complete -c reporting -n '__reporting_at "reporting config set 0"' -a strict -d 'set the default for strict'
complete -c reporting -s V -l version -d 'show the version'
complete -c reporting -s q -l quiet -d 'errors only, and what the output leaves out'
complete -c reporting -s v -l verbose -d 'say what is asked, and what came'
complete -c reporting -l debug -d 'say all that may help to find a fault, without the token'
complete -c reporting -l no-progress -d 'no moving line on a terminal'
complete -c reporting -l no-color -d 'no colours (also: NO_COLOR)'
complete -c reporting -l error-format -x -k -a 'text\t json\t' -d 'text, or json: an object for each message (default: json with JSON formats off a terminal)'
complete -c reporting -s h -l help -d 'show help'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l from -x -k -a 'today\t yesterday\t 7d\t 2w\t 3m\t 1y\t' -d 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, 7d, 2w, 3m, 1y (ago)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l to -x -k -a 'today\t yesterday\t' -d 'last day, included (default: yesterday; today, if --from is today)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l period -x -k -a 'today\t yesterday\t this-week\t last-week\t this-month\t last-month\t this-quarter\t last-quarter\t this-year\t last-year\t mtd\t qtd\t ytd\t last-7-days\t last-30-days\t last-90-days\t' -d 'in place of both: yesterday, last-7-days, last-week, this-month, ytd, 2026-03, 2026-Q1, 2026-W05, 2026'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l include-today -d 'end this-..., mtd, qtd and ytd, or --from without --to, today'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l week-start -x -k -a 'monday\t tuesday\t wednesday\t thursday\t friday\t saturday\t sunday\t' -d 'first day of this-week, last-week and --by week (default: monday)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l timezone -x -a '(__reporting_time_zones)' -d 'zone of today (default: REPORTING_TIMEZONE, the profile\'s, `config`\'s, the system\'s)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l window-days -x -d 'days asked for at once, 1 to 31 (default: 31)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l window-columns -d 'put window_from and window_to in front: the window that a record came from'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l end-date -x -k -a 'inclusive\t exclusive\t' -d 'whether the service counts end_date: inclusive, exclusive (default: inclusive)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l by-day -d 'the same as --window-days 1 --window-columns'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l where -x -d 'only records that meet it: \'revenue>100\', country=US, name~spring'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l group-by -x -d 'one row for each value of these columns'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l by -x -k -a 'day\t week\t month\t quarter\t year\t' -d 'one row for each day, week, month, quarter, year'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l no-trend -d 'with both, a row for each in a table too, in place of bars'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l sum -x -d 'of each group (default, without these four: all that can be added)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l min -x -d 'of each group'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l max -x -d 'of each group'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l avg -x -d 'of each group'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l count -d 'records of each group'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l compare -x -k -a 'previous\t year\t' -d 'beside each group, another range: previous, year, FROM..TO'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l ratio -x -d 'a further column: one divided by another'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l sort -x -d 'by these columns, - for the largest first'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l limit -x -d 'only the first rows'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l totals -d 'close a table with the sums of what can be added'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l rename -x -d 'call a column otherwise'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -s f -l format -x -k -a 'table\t csv\t tsv\t json\t ndjson\t markdown\t chart\t' -d 'table, csv, tsv, json, ndjson, markdown, chart (default: table on a terminal, else csv)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -s o -l output -r -F -d 'write here, all or nothing; - is stdout; {profile}, {report}, {from}, {to} stand for theirs'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l columns -x -d 'these columns, in this order; -name leaves one out, * stands for anything'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l max-rows -x -d 'rows of table, markdown and chart, 0 for all (default: 1000)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l human -d 'group thousands in table, markdown and chart: 1,234.50'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l wide -d 'drop and cut no column of a table for the terminal'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l no-pager -d 'no pager for what is longer than the screen (also: PAGER=)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l fail-empty -d 'exit 3 when there is no record'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l fail-gaps -d 'exit 9 when days that are over have no records'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l expect-columns -x -d 'exit 11 unless the columns are these, in any order'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l date-column -x -d 'column that holds the record\'s date, or none'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l strict -d 'exit 9 on any warning about missing or ambiguous data'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l no-strict -d 'only warn about such data, whatever `config set strict` says'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l ignore-members -x -d 'do not warn about these members beside the records'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l excel -d 'for a double click: ids, dates and names stay as they are, and no formula runs'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l delimiter -x -k -a 'comma\t semicolon\t tab\t pipe\t' -d 'between fields: a character, or comma, semicolon, tab, pipe (default: comma)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l decimal-comma -d 'write 0,10 for 0.10, and take the semicolon for a delimiter'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l concurrency -x -d 'windows asked for at once, 1 to 16 (default: 4, or `config set`)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l retry-for -x -k -a '90s\t 10m\t 30m\t 2h\t' -d 'how long to retry a window that fails: 90s, 30m, 2h; 0 for never'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l retries -x -d 'retry a window at most this many times, 0 to 20 (default: no limit but --retry-for)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l timeout -x -d 'longest wait for an answer to begin'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l resume -d 'go on where a run with --resume failed, within a day: ask only for the missing windows'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l dry-run -d 'ask nothing: show which windows would be asked for, of whom and as whom'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l explain -x -k -a 'sh\t' -d 'ask nothing: print a script that asks for the same with curl; sh'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l profile -x -a '(__reporting_profile_list)' -d 'stored credentials to use; several for one report of all, or a file each (default: REPORTING_PROFILE, the one in use, "default")'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l all-profiles -d 'all that are stored'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting login" "reporting whoami" "reporting doctor"' -l base-url -x -d 'address of the service, such as https://reports.example.com/v2/reporting'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting login" "reporting whoami" "reporting doctor"' -l client-id -x -d 'client to report on'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting whoami" "reporting doctor"' -l token-file -r -F -d 'file that holds the API token'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting login" "reporting whoami" "reporting profiles list" "reporting doctor"' -l insecure-http -d 'allow plain http beyond this machine'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting login" "reporting whoami" "reporting profiles list" "reporting doctor"' -l ca-file -r -F -d 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains"' -l sandbox -d 'pull made-up figures from an embedded service'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting sandbox"' -l seed -x -d 'other figures, the same ones each time (default: 1)'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting sandbox"' -l latency -x -d 'wait before each answer'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting sandbox"' -l fault -x -k -a 'reset\t hang\t cut\t stall\t slow\t garbage\t empty\t rate-limit\t 429\t 500\t 503\t' -d 'misbehave, such as 503:0.1 or cut#2: `reporting help sandbox` lists all; may be repeated'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting sandbox"' -l domain-dates -d 'give domain records a date: one record a day'
complete -c reporting -n '__reporting_at "reporting revenue" "reporting domains" "reporting sandbox"' -l exclusive-end -d 'count end_date as outside the range'
complete -c reporting -n '__reporting_at "reporting login"' -l profile -x -a '(__reporting_profiles)' -d 'name to store them under (default: REPORTING_PROFILE, the one in use, "default")'
complete -c reporting -n '__reporting_at "reporting login"' -l token-stdin -d 'read the API token from stdin'
complete -c reporting -n '__reporting_at "reporting login"' -l token-file -r -F -d 'read the API token from a file'
complete -c reporting -n '__reporting_at "reporting login"' -l timezone -x -a '(__reporting_time_zones)' -d 'zone of today for reports with this profile, such as Europe/Berlin'
complete -c reporting -n '__reporting_at "reporting login"' -l end-date -x -k -a 'inclusive\t exclusive\t' -d 'whether the service counts end_date, for reports with this profile: inclusive, exclusive'
complete -c reporting -n '__reporting_at "reporting login"' -l date-column -x -d 'column that holds the record\'s date, or none, for each report with this profile'
complete -c reporting -n '__reporting_at "reporting login"' -l ignore-members -x -d 'do not warn about these members beside the records in reports with this profile'
complete -c reporting -n '__reporting_at "reporting login"' -l no-verify -d 'store without asking the service'
complete -c reporting -n '__reporting_at "reporting logout"' -l profile -x -a '(__reporting_profiles)' -d 'profile to remove (default: REPORTING_PROFILE, the one in use, "default")'
complete -c reporting -n '__reporting_at "reporting whoami"' -l check -d 'ask the service whether it takes them'
complete -c reporting -n '__reporting_at "reporting whoami" "reporting config list" "reporting doctor"' -s f -l format -x -k -a 'text\t json\t' -d 'text, json'
complete -c reporting -n '__reporting_at "reporting whoami" "reporting doctor"' -l profile -x -a '(__reporting_profiles)' -d 'stored credentials to use (default: REPORTING_PROFILE, the one in use, "default")'
complete -c reporting -n '__reporting_at "reporting profiles list"' -s f -l format -x -k -a 'text\t json\t names\t' -d 'text, json, names'
complete -c reporting -n '__reporting_at "reporting profiles list"' -l check -d 'ask the service whether it takes the credentials of each'
complete -c reporting -n '__reporting_at "reporting profiles list"' -l timeout -x -d 'longest wait for each answer (default: 10)'
complete -c reporting -n '__reporting_at "reporting doctor"' -l timeout -x -d 'longest wait of each step'
complete -c reporting -n '__reporting_at "reporting doctor"' -l sandbox -d 'check against an embedded service'
complete -c reporting -n '__reporting_at "reporting sandbox"' -l port -x -d 'port to listen on (default: any free one)'
complete -c reporting -n '__reporting_at "reporting profiles use 0" "reporting profiles rename 0" "reporting profiles remove" "reporting config set profile 0"' -a '(__reporting_profiles)'
complete -c reporting -n '__reporting_at "reporting config get 0" "reporting config unset 0"' -k -a 'format\t timezone\t concurrency\t profile\t strict\t'
complete -c reporting -n '__reporting_at "reporting config set timezone 0"' -a '(__reporting_time_zones)'
complete -c reporting -n '__reporting_at "reporting config set strict 0"' -k -a 'true\t false\t'
complete -c reporting -n '__reporting_at "reporting completion 0"' -k -a 'bash\t zsh\t fish\t powershell\t'
complete -c reporting -n '__reporting_at "reporting help 0"' -k -a 'revenue\t domains\t login\t logout\t whoami\t profiles\t config\t doctor\t sandbox\t completion\t dates\t formats\t clients\t environment\t exit-codes\t'
