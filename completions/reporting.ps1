# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.

Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The command that a word leads to from another.
    function Get-Step([string] $key) {
        if ($key -ceq 'reporting revenue') { return 'reporting revenue' }
        if ($key -ceq 'reporting domains') { return 'reporting domains' }
        if ($key -ceq 'reporting login') { return 'reporting login' }
        if ($key -ceq 'reporting logout') { return 'reporting logout' }
        if ($key -ceq 'reporting whoami') { return 'reporting whoami' }
        if ($key -ceq 'reporting profiles') { return 'reporting profiles' }
        if ($key -ceq 'reporting config') { return 'reporting config' }
        if ($key -ceq 'reporting doctor') { return 'reporting doctor' }
        if ($key -ceq 'reporting sandbox') { return 'reporting sandbox' }
        if ($key -ceq 'reporting completion') { return 'reporting completion' }
        if ($key -ceq 'reporting help') { return 'reporting help' }
        if ($key -ceq 'reporting profiles list') { return 'reporting profiles list' }
        if ($key -ceq 'reporting profiles use') { return 'reporting profiles use' }
        if ($key -ceq 'reporting profiles rename') { return 'reporting profiles rename' }
        if ($key -ceq 'reporting profiles remove') { return 'reporting profiles remove' }
        if ($key -ceq 'reporting config list') { return 'reporting config list' }
        if ($key -ceq 'reporting config get') { return 'reporting config get' }
        if ($key -ceq 'reporting config set') { return 'reporting config set' }
        if ($key -ceq 'reporting config unset') { return 'reporting config unset' }
        if ($key -ceq 'reporting config set format') { return 'reporting config set format' }
        if ($key -ceq 'reporting config set timezone') { return 'reporting config set timezone' }
        if ($key -ceq 'reporting config set concurrency') { return 'reporting config set concurrency' }
        if ($key -ceq 'reporting config set profile') { return 'reporting config set profile' }
        if ($key -ceq 'reporting config set strict') { return 'reporting config set strict' }
    }

    # The commands below one, each with what it does.
    function Get-Names([string] $key) {
        if ($key -ceq 'reporting') { return @('revenue', 'pull revenue by date and campaign', 'domains', 'pull revenue by domain and source', 'login', 'check credentials against the service, and store them', 'logout', 'remove a stored profile', 'whoami', 'show the credentials that a report would use, and where each comes from', 'profiles', 'list, use, rename and remove stored profiles', 'config', 'show and set your defaults: format, time zone, concurrency, profile, strict', 'doctor', 'check everything between you and a report', 'sandbox', 'serve the whole interface on loopback with made-up data', 'completion', 'print the completion script of a shell', 'help', 'show the help of a command, or of a topic') }
        if ($key -ceq 'reporting profiles') { return @('list', 'show the stored profiles', 'use', 'choose the profile of runs that name none', 'rename', 'give a profile another name', 'remove', 'remove profiles, and the tokens in them') }
        if ($key -ceq 'reporting config') { return @('list', 'show each value, and where it comes from', 'get', 'print one value', 'set', 'store a default', 'unset', 'forget a default') }
        if ($key -ceq 'reporting config set') { return @('format', 'set the default for format', 'timezone', 'set the default for timezone', 'concurrency', 'set the default for concurrency', 'profile', 'set the default for profile', 'strict', 'set the default for strict') }
    }

    # The flags of a command, each with what it means.
    function Get-Options([string] $key) {
        if ($key -ceq 'reporting') { return @('-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)', '-h', 'show help', '--help', 'show help') }
        if ($key -ceq 'reporting revenue' -or $key -ceq 'reporting domains') { return @('--from', 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, 7d, 2w, 3m, 1y (ago)', '--to', 'last day, included (default: yesterday; today, if --from is today)', '--period', 'in place of both: yesterday, last-7-days, last-week, this-month, ytd, 2026-03, 2026-Q1, 2026-W05, 2026', '--include-today', 'end this-..., mtd, qtd and ytd, or --from without --to, today', '--week-start', 'first day of this-week, last-week and --by week (default: monday)', '--timezone', 'zone of today (default: REPORTING_TIMEZONE, the profile''s, `config`''s, the system''s)', '--window-days', 'days asked for at once, 1 to 31 (default: 31)', '--window-columns', 'put window_from and window_to in front: the window that a record came from', '--end-date', 'whether the service counts end_date: inclusive, exclusive (default: inclusive)', '--by-day', 'the same as --window-days 1 --window-columns', '--where', 'only records that meet it: ''revenue>100'', country=US, name~spring', '--group-by', 'one row for each value of these columns', '--by', 'one row for each day, week, month, quarter, year', '--no-trend', 'with both, a row for each in a table too, in place of bars', '--sum', 'of each group (default, without these four: all that can be added)', '--min', 'of each group', '--max', 'of each group', '--avg', 'of each group', '--count', 'records of each group', '--compare', 'beside each group, another range: previous, year, FROM..TO', '--ratio', 'a further column: one divided by another', '--sort', 'by these columns, - for the largest first', '--limit', 'only the first rows', '--totals', 'close a table with the sums of what can be added', '--rename', 'call a column otherwise', '-f', 'table, csv, tsv, json, ndjson, markdown, chart (default: table on a terminal, else csv)', '--format', 'table, csv, tsv, json, ndjson, markdown, chart (default: table on a terminal, else csv)', '-o', 'write here, all or nothing; - is stdout; {profile}, {report}, {from}, {to} stand for theirs', '--output', 'write here, all or nothing; - is stdout; {profile}, {report}, {from}, {to} stand for theirs', '--columns', 'these columns, in this order; -name leaves one out, * stands for anything', '--max-rows', 'rows of table, markdown and chart, 0 for all (default: 1000)', '--human', 'group thousands in table, markdown and chart: 1,234.50', '--wide', 'drop and cut no column of a table for the terminal', '--no-pager', 'no pager for what is longer than the screen (also: PAGER=)', '--fail-empty', 'exit 3 when there is no record', '--fail-gaps', 'exit 9 when days that are over have no records', '--expect-columns', 'exit 11 unless the columns are these, in any order', '--date-column', 'column that holds the record''s date, or none', '--strict', 'exit 9 on any warning about missing or ambiguous data', '--no-strict', 'only warn about such data, whatever `config set strict` says', '--ignore-members', 'do not warn about these members beside the records', '--excel', 'for a double click: ids, dates and names stay as they are, and no formula runs', '--delimiter', 'between fields: a character, or comma, semicolon, tab, pipe (default: comma)', '--decimal-comma', 'write 0,10 for 0.10, and take the semicolon for a delimiter', '--concurrency', 'windows asked for at once, 1 to 16 (default: 4, or `config set`)', '--retry-for', 'how long to retry a window that fails: 90s, 30m, 2h; 0 for never', '--retries', 'retry a window at most this many times, 0 to 20 (default: no limit but --retry-for)', '--timeout', 'longest wait for an answer to begin', '--resume', 'go on where a run with --resume failed, within a day: ask only for the missing windows', '--dry-run', 'ask nothing: show which windows would be asked for, of whom and as whom', '--explain', 'ask nothing: print a script that asks for the same with curl; sh', '--profile', 'stored credentials to use; several for one report of all, or a file each (default: REPORTING_PROFILE, the one in use, "default")', '--all-profiles', 'all that are stored', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file that holds the API token', '--insecure-http', 'allow plain http beyond this machine', '--ca-file', 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'pull made-up figures from an embedded service', '--seed', 'other figures, the same ones each time (default: 1)', '--latency', 'wait before each answer', '--fault', 'misbehave, such as 503:0.1 or cut#2: `reporting help sandbox` lists all; may be repeated', '--domain-dates', 'give domain records a date: one record a day', '--exclusive-end', 'count end_date as outside the range', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting login') { return @('--profile', 'name to store them under (default: REPORTING_PROFILE, the one in use, "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-stdin', 'read the API token from stdin', '--token-file', 'read the API token from a file', '--timezone', 'zone of today for reports with this profile, such as Europe/Berlin', '--end-date', 'whether the service counts end_date, for reports with this profile: inclusive, exclusive', '--date-column', 'column that holds the record''s date, or none, for each report with this profile', '--ignore-members', 'do not warn about these members beside the records in reports with this profile', '--no-verify', 'store without asking the service', '--insecure-http', 'allow plain http beyond this machine', '--ca-file', 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting logout') { return @('--profile', 'profile to remove (default: REPORTING_PROFILE, the one in use, "default")', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting whoami') { return @('--check', 'ask the service whether it takes them', '-f', 'text, json', '--format', 'text, json', '--profile', 'stored credentials to use (default: REPORTING_PROFILE, the one in use, "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file that holds the API token', '--insecure-http', 'allow plain http beyond this machine', '--ca-file', 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting profiles' -or $key -ceq 'reporting profiles use' -or $key -ceq 'reporting profiles rename' -or $key -ceq 'reporting profiles remove' -or $key -ceq 'reporting config' -or $key -ceq 'reporting config get' -or $key -ceq 'reporting config set' -or $key -ceq 'reporting config set format' -or $key -ceq 'reporting config set timezone' -or $key -ceq 'reporting config set concurrency' -or $key -ceq 'reporting config set profile' -or $key -ceq 'reporting config set strict' -or $key -ceq 'reporting config unset' -or $key -ceq 'reporting completion' -or $key -ceq 'reporting help') { return @('-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting profiles list') { return @('-f', 'text, json, names', '--format', 'text, json, names', '--check', 'ask the service whether it takes the credentials of each', '--timeout', 'longest wait for each answer (default: 10)', '--insecure-http', 'allow plain http beyond this machine', '--ca-file', 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting config list') { return @('-f', 'text, json', '--format', 'text, json', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting doctor') { return @('-f', 'text, json', '--format', 'text, json', '--timeout', 'longest wait of each step', '--profile', 'stored credentials to use (default: REPORTING_PROFILE, the one in use, "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file that holds the API token', '--insecure-http', 'allow plain http beyond this machine', '--ca-file', 'PEM file of authorities to trust, beside the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'check against an embedded service', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
        if ($key -ceq 'reporting sandbox') { return @('--port', 'port to listen on (default: any free one)', '--seed', 'other figures, the same ones each time (default: 1)', '--latency', 'wait before each answer', '--fault', 'misbehave, such as 503:0.1 or cut#2: `reporting help sandbox` lists all; may be repeated', '--domain-dates', 'give domain records a date: one record a day', '--exclusive-end', 'count end_date as outside the range', '-h', 'show help', '--help', 'show help', '-V', 'show the version', '--version', 'show the version', '-q', 'errors only, and what the output leaves out', '--quiet', 'errors only, and what the output leaves out', '-v', 'say what is asked, and what came', '--verbose', 'say what is asked, and what came', '--debug', 'say all that may help to find a fault, without the token', '--no-progress', 'no moving line on a terminal', '--no-color', 'no colours (also: NO_COLOR)', '--error-format', 'text, or json: an object for each message (default: json with JSON formats off a terminal)') }
    }

    # What a flag of a command is followed by.
    function Get-Value([string] $key) {
        if ($key -clike '* --error-format' -or $key -ceq 'reporting whoami -f' -or $key -ceq 'reporting whoami --format' -or $key -ceq 'reporting config list -f' -or $key -ceq 'reporting config list --format' -or $key -ceq 'reporting doctor -f' -or $key -ceq 'reporting doctor --format') { return @('words', '', 'text', 'json') }
        if ($key -clike '* --from') { return @('words', '', 'today', 'yesterday', '7d', '2w', '3m', '1y') }
        if ($key -clike '* --to') { return @('words', '', 'today', 'yesterday') }
        if ($key -clike '* --period') { return @('words', '', 'today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-quarter', 'last-quarter', 'this-year', 'last-year', 'mtd', 'qtd', 'ytd', 'last-7-days', 'last-30-days', 'last-90-days') }
        if ($key -clike '* --week-start') { return @('words', '', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday') }
        if ($key -clike '* --timezone') { return @('time-zone', '') }
        if ($key -clike '* --end-date') { return @('words', '', 'inclusive', 'exclusive') }
        if ($key -clike '* --by') { return @('words', '', 'day', 'week', 'month', 'quarter', 'year') }
        if ($key -clike '* --compare') { return @('words', '', 'previous', 'year') }
        if ($key -ceq 'reporting revenue -f' -or $key -ceq 'reporting revenue --format' -or $key -ceq 'reporting domains -f' -or $key -ceq 'reporting domains --format') { return @('words', '', 'table', 'csv', 'tsv', 'json', 'ndjson', 'markdown', 'chart') }
        if ($key -clike '* -o' -or $key -clike '* --output' -or $key -clike '* --token-file' -or $key -clike '* --ca-file') { return @('file', '') }
        if ($key -clike '* --delimiter') { return @('words', '', 'comma', 'semicolon', 'tab', 'pipe') }
        if ($key -clike '* --retry-for') { return @('words', '', '90s', '10m', '30m', '2h') }
        if ($key -clike '* --explain') { return @('words', '', 'sh') }
        if ($key -ceq 'reporting revenue --profile' -or $key -ceq 'reporting domains --profile') { return @('profile', ',') }
        if ($key -clike '* --fault') { return @('words', '', 'reset', 'hang', 'cut', 'stall', 'slow', 'garbage', 'empty', 'rate-limit', '429', '500', '503') }
        if ($key -ceq 'reporting login --profile' -or $key -ceq 'reporting logout --profile' -or $key -ceq 'reporting whoami --profile' -or $key -ceq 'reporting doctor --profile') { return @('profile', '') }
        if ($key -ceq 'reporting profiles list -f' -or $key -ceq 'reporting profiles list --format') { return @('words', '', 'text', 'json', 'names') }
    }

    # What a command takes behind so many other operands.
    function Get-Operand([string] $key) {
        if ($key -ceq 'reporting profiles use 0' -or $key -ceq 'reporting profiles rename 0' -or $key -clike 'reporting profiles remove *' -or $key -ceq 'reporting config set profile 0') { return @('profile', '') }
        if ($key -ceq 'reporting profiles rename 1' -or $key -ceq 'reporting config set format 0' -or $key -ceq 'reporting config set concurrency 0') { return @('nothing', '') }
        if ($key -ceq 'reporting config get 0' -or $key -ceq 'reporting config unset 0') { return @('words', '', 'format', 'timezone', 'concurrency', 'profile', 'strict') }
        if ($key -ceq 'reporting config set timezone 0') { return @('time-zone', '') }
        if ($key -ceq 'reporting config set strict 0') { return @('words', '', 'true', 'false') }
        if ($key -ceq 'reporting completion 0') { return @('words', '', 'bash', 'zsh', 'fish', 'powershell') }
        if ($key -ceq 'reporting help 0') { return @('words', '', 'revenue', 'domains', 'login', 'logout', 'whoami', 'profiles', 'config', 'doctor', 'sandbox', 'completion', 'dates', 'formats', 'clients', 'environment', 'exit-codes') }
    }

    # The flags that are followed by a value.
    $valueFlags = @('--error-format', '--from', '--to', '--period', '--week-start', '--timezone', '--window-days', '--end-date', '--where', '--group-by', '--by', '--sum', '--min', '--max', '--avg', '--compare', '--ratio', '--sort', '--limit', '--rename', '-f', '--format', '-o', '--output', '--columns', '--max-rows', '--expect-columns', '--date-column', '--ignore-members', '--delimiter', '--concurrency', '--retry-for', '--retries', '--timeout', '--explain', '--profile', '--base-url', '--client-id', '--token-file', '--ca-file', '--seed', '--latency', '--fault', '--port')

    function Get-ProfileNames {
        try {
            $null | reporting profiles list --format names 2>$null | Where-Object { $_ -cmatch '^[A-Za-z0-9._-]+$' }
        } catch {
        }
    }

    function Get-TimeZones {
        'UTC'
        $file = '/usr/share/zoneinfo/zone.tab'
        if (Test-Path -LiteralPath $file) {
            foreach ($line in [System.IO.File]::ReadAllLines($file)) {
                if ($line -cmatch '^[A-Z]+\t\S+\t([A-Za-z0-9_+/-]+)') { $Matches[1] }
            }
        }
    }

    function New-Result([string] $text, [string] $shown, [string] $kind, [string] $tip) {
        [System.Management.Automation.CompletionResult]::new($text, $shown, $kind, $tip)
    }

    $path = 'reporting'
    $operands = 0
    $flag = ''
    $isLiteral = $false
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $typed) {
        $word = $element.Extent.Text
        if ($flag) {
            $flag = ''
        } elseif ($isLiteral -or $word -cnotlike '-?*') {
            $below = if ($operands -eq 0) { Get-Step "$path $word" }
            if ($below) { $path = $below } else { $operands++ }
        } elseif ($word -ceq '--') {
            $isLiteral = $true
        } elseif ($word -clike '--*') {
            if ($valueFlags -ccontains $word) { $flag = $word }
        } else {
            # Letters behind one hyphen: the first that takes a value takes the rest, or the next word.
            for ($index = 1; $index -lt $word.Length; $index++) {
                $letter = '-' + $word[$index]
                if ($valueFlags -ccontains $letter) {
                    if ($index -eq $word.Length - 1) { $flag = $letter }
                    break
                }
            }
        }
    }

    $value = $wordToComplete
    $head = ''
    if (-not $flag -and -not $isLiteral -and $value -cmatch '^(--[^=]+)=(.*)$') {
        $flag = $Matches[1]
        $value = $Matches[2]
        $head = "$flag="
    }
    $isFlag = -not $flag -and -not $isLiteral -and $value -clike '-*'
    $names = @(if (-not $flag -and -not $isFlag -and $operands -eq 0) { Get-Names $path })
    $offer = @(if ($flag) { Get-Value "$path $flag" } elseif (-not $isFlag) { Get-Operand "$path $operands" })
    $results = @()

    if ($isFlag -or $names.Count -gt 0) {
        $pairs = if ($isFlag) { @(Get-Options $path) } else { $names }
        $kind = if ($isFlag) { 'ParameterName' } else { 'Command' }
        $results = @(for ($index = 0; $index -lt $pairs.Count; $index += 2) {
            if ($pairs[$index].StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result $pairs[$index] $pairs[$index] $kind $pairs[$index + 1]
            }
        })
    } elseif ($offer.Count -gt 0) {
        $kind, $separator, $words = $offer
        # PowerShell itself completes names of files where it is given nothing.
        if ($kind -ceq 'file' -and -not $head) { return }
        if ($separator -and $value.Contains($separator)) {
            $cut = $value.LastIndexOf($separator) + 1
            $head += $value.Substring(0, $cut)
            $value = $value.Substring($cut)
        }
        if ($kind -ceq 'profile') { $words = @(Get-ProfileNames) }
        if ($kind -ceq 'time-zone') { $words = @(Get-TimeZones) }
        $results = @(foreach ($word in $words) {
            if ($word.StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result ($head + $word) $word 'ParameterValue' $word
            }
        })
    }

    # An empty text keeps it from offering names of files where none is meant.
    if ($results.Count -eq 0) { '' } else { $results }
}
