# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.

Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

# Each line: a command and a word that can follow it, = for an option with a value, and what it does.
    $table = '|reporting revenue||pull revenue by date and campaign
|reporting domains||pull revenue by domain and source
|reporting columns||list the columns of a report: kind, coverage, examples
|reporting raw||save the service''s responses exactly as sent, as JSON or CSV
|reporting sync||keep a directory of monthly files up to date
|reporting verify||check the files of a dataset, offline
|reporting login||check credentials against the service, and store them
|reporting logout||remove a stored profile
|reporting whoami||show the credentials that a report would use, and their sources
|reporting profiles||list the stored profiles
|reporting config||show and set defaults: format, time zone, profile, warnings
|reporting doctor||check everything between you and a report
|reporting sandbox||serve the whole interface on loopback with sandbox data
|reporting completion||print the completion script of a shell
|reporting help||show the help of a command or a topic
|reporting -V||show the version
|reporting --version||show the version
|reporting -q||hide notes, summaries and progress
|reporting --quiet||hide notes, summaries and progress
|reporting -v||print notes and details of each request; -vv: debugging details, without the token
|reporting --verbose||print notes and details of each request; -vv: debugging details, without the token
|reporting --no-color||disable colors (also: NO_COLOR)
|reporting --error-format|=|format of messages
|reporting -h||show help; -h is short
|reporting --help||show help; -h is short
|reporting revenue --from|=|first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago
|reporting revenue --to|=|last day, included (default: yesterday, or today if --from is today)
|reporting revenue -p|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting revenue --period|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting revenue --timezone|=|time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)
|reporting revenue --where|=|keep only matching records: ''revenue>100'', ''country in US,DE'', name~spring, ''name!~test''
|reporting revenue -g|=|group rows by these columns
|reporting revenue --group-by|=|group rows by these columns
|reporting revenue --by|=|group rows by date
|reporting revenue --sum|=|sum these columns (default: all that can be added up, without --avg, --min, --max)
|reporting revenue --avg|=|average of these columns
|reporting revenue --min|=|minimum of these columns
|reporting revenue --max|=|maximum of these columns
|reporting revenue --count||number of records of each row
|reporting revenue --ratio|=|add a column: one column divided by another, such as rpm=1000*revenue/views
|reporting revenue --share|=|add the percentage of the total of these columns
|reporting revenue --compare|=|beside another range: previous, previous-weeks, usual, year, a period, FROM..TO
|reporting revenue --having|=|keep only matching groups: ''revenue>100''
|reporting revenue --alert|=|keep groups as --having does, and exit 14 if any is left: ''revenue_percent<-30''
|reporting revenue --pivot|=|one column for each value of a grouped column, or unit of --by, and a total
|reporting revenue --top|=|the n largest groups, or the first n of --sort, and one row (other)
|reporting revenue --sort|=|sort by these columns; -name sorts descending
|reporting revenue -n|=|the first n rows, or bars of a chart (default on stdout: 1000 rows of table and markdown, 20 bars)
|reporting revenue --limit|=|the first n rows, or bars of a chart (default on stdout: 1000 rows of table and markdown, 20 bars)
|reporting revenue --columns|=|print these columns, in this order; name=b prints b as name, -c leaves c out, * is the rest, *_before matches names
|reporting revenue -f|=|output format
|reporting revenue --format|=|output format
|reporting revenue -o|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting revenue --output|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting revenue --all-digits||table, markdown, chart: no rounding, no thousands
|reporting revenue --wide||keep all columns of a table that is wider than the terminal, uncut
|reporting revenue --delimiter|=|csv: a character, or comma, semicolon, tab, pipe (default: comma)
|reporting revenue --strict||exit 9 on any warning about the data
|reporting revenue --allow|=|silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit
|reporting revenue --date-column|=|column with the date of each record, or none
|reporting revenue --windows|=|days per request, 1 to 31, or calendar months, cut to the range (default: 31)
|reporting revenue --window-columns||add the columns window_from and window_to: the window of each record
|reporting revenue --concurrency|=|windows to request at once, 1 to 16
|reporting revenue --retry-for|=|how long to retry a failed window: 90s, 30m, 2h; 0 for never
|reporting revenue --timeout|=|seconds to wait for a response to begin
|reporting revenue --resume||continue a failed run that had --resume, within a day: request only the missing windows
|reporting revenue --dry-run||print the planned requests, and send none
|reporting revenue --wait|=|wait until the last day of the range is in: ask every 10 minutes; exit 13 if it is not in after this time
|reporting revenue --profile|=|stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting revenue --all-profiles||use all stored profiles
|reporting revenue --sandbox||pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)
|reporting revenue --input|=|make the report from a dataset of `reporting sync`, or from a recording of `reporting raw`
|reporting domains --from|=|first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago
|reporting domains --to|=|last day, included (default: yesterday, or today if --from is today)
|reporting domains -p|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting domains --period|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting domains --timezone|=|time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)
|reporting domains --where|=|keep only matching records: ''revenue>100'', ''country in US,DE'', name~spring, ''name!~test''
|reporting domains -g|=|group rows by these columns
|reporting domains --group-by|=|group rows by these columns
|reporting domains --by|=|group rows by date
|reporting domains --sum|=|sum these columns (default: all that can be added up, without --avg, --min, --max)
|reporting domains --avg|=|average of these columns
|reporting domains --min|=|minimum of these columns
|reporting domains --max|=|maximum of these columns
|reporting domains --count||number of records of each row
|reporting domains --ratio|=|add a column: one column divided by another, such as rpm=1000*revenue/views
|reporting domains --share|=|add the percentage of the total of these columns
|reporting domains --compare|=|beside another range: previous, previous-weeks, usual, year, a period, FROM..TO
|reporting domains --having|=|keep only matching groups: ''revenue>100''
|reporting domains --alert|=|keep groups as --having does, and exit 14 if any is left: ''revenue_percent<-30''
|reporting domains --pivot|=|one column for each value of a grouped column, or unit of --by, and a total
|reporting domains --top|=|the n largest groups, or the first n of --sort, and one row (other)
|reporting domains --sort|=|sort by these columns; -name sorts descending
|reporting domains -n|=|the first n rows, or bars of a chart (default on stdout: 1000 rows of table and markdown, 20 bars)
|reporting domains --limit|=|the first n rows, or bars of a chart (default on stdout: 1000 rows of table and markdown, 20 bars)
|reporting domains --columns|=|print these columns, in this order; name=b prints b as name, -c leaves c out, * is the rest, *_before matches names
|reporting domains -f|=|output format
|reporting domains --format|=|output format
|reporting domains -o|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting domains --output|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting domains --all-digits||table, markdown, chart: no rounding, no thousands
|reporting domains --wide||keep all columns of a table that is wider than the terminal, uncut
|reporting domains --delimiter|=|csv: a character, or comma, semicolon, tab, pipe (default: comma)
|reporting domains --strict||exit 9 on any warning about the data
|reporting domains --allow|=|silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit
|reporting domains --date-column|=|column with the date of each record, or none
|reporting domains --windows|=|days per request, 1 to 31, or calendar months, cut to the range (default: 31)
|reporting domains --window-columns||add the columns window_from and window_to: the window of each record
|reporting domains --concurrency|=|windows to request at once, 1 to 16
|reporting domains --retry-for|=|how long to retry a failed window: 90s, 30m, 2h; 0 for never
|reporting domains --timeout|=|seconds to wait for a response to begin
|reporting domains --resume||continue a failed run that had --resume, within a day: request only the missing windows
|reporting domains --dry-run||print the planned requests, and send none
|reporting domains --wait|=|wait until the last day of the range is in: ask every 10 minutes; exit 13 if it is not in after this time
|reporting domains --profile|=|stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting domains --all-profiles||use all stored profiles
|reporting domains --sandbox||pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)
|reporting domains --input|=|make the report from a dataset of `reporting sync`, or from a recording of `reporting raw`
|reporting columns --from|=|first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago
|reporting columns --to|=|last day, included (default: yesterday, or today if --from is today)
|reporting columns -p|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting columns --period|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting columns --timezone|=|time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)
|reporting columns --where|=|keep only matching records: ''revenue>100'', ''country in US,DE'', name~spring, ''name!~test''
|reporting columns -f|=|output format
|reporting columns --format|=|output format
|reporting columns -o|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting columns --output|=|write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}
|reporting columns --wide||keep all columns of a table that is wider than the terminal, uncut
|reporting columns --delimiter|=|csv: a character, or comma, semicolon, tab, pipe (default: comma)
|reporting columns --strict||exit 9 on any warning about the data
|reporting columns --allow|=|silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit
|reporting columns --date-column|=|column with the date of each record, or none
|reporting columns --windows|=|days per request, 1 to 31, or calendar months, cut to the range (default: 31)
|reporting columns --concurrency|=|windows to request at once, 1 to 16
|reporting columns --retry-for|=|how long to retry a failed window: 90s, 30m, 2h; 0 for never
|reporting columns --timeout|=|seconds to wait for a response to begin
|reporting columns --resume||continue a failed run that had --resume, within a day: request only the missing windows
|reporting columns --dry-run||print the planned requests, and send none
|reporting columns --profile|=|stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting columns --all-profiles||use all stored profiles
|reporting columns --sandbox||pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)
|reporting columns --input|=|make the report from a dataset of `reporting sync`, or from a recording of `reporting raw`
|reporting raw --from|=|first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago
|reporting raw --to|=|last day, included (default: yesterday, or today if --from is today)
|reporting raw -p|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting raw --period|=|instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11
|reporting raw --timezone|=|time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)
|reporting raw --wire|=|format of the responses
|reporting raw -o|=|new directory for the responses; may hold {profile}, {report}, {from}, {to}
|reporting raw --output|=|new directory for the responses; may hold {profile}, {report}, {from}, {to}
|reporting raw --strict||exit 9 on any warning about the responses
|reporting raw --allow|=|silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit
|reporting raw --date-column|=|column with the date of each record, or none
|reporting raw --windows|=|days per request, 1 to 31, or calendar months, cut to the range (default: 31)
|reporting raw --concurrency|=|windows to request at once, 1 to 16
|reporting raw --retry-for|=|how long to retry a failed window: 90s, 30m, 2h; 0 for never
|reporting raw --timeout|=|seconds to wait for a response to begin
|reporting raw --resume||continue an interrupted recording, within a day: request only the missing windows
|reporting raw --dry-run||print the planned requests, and send none
|reporting raw --profile|=|stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting raw --all-profiles||use all stored profiles
|reporting raw --sandbox||pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)
|reporting sync --from|=|first month to pull: 2024-01; the dataset then begins there or earlier (default: its first month)
|reporting sync --to|=|last month to pull (default: that of yesterday)
|reporting sync -f|=|format of the files of a new dataset (default: parquet)
|reporting sync --format|=|format of the files of a new dataset (default: parquet)
|reporting sync --lookback|=|days after its end until which a month is pulled again; after the first run, for this run only (default: 35d)
|reporting sync --type|=|choose the type of a column: ctr=double, order=text; may be repeated
|reporting sync --timezone|=|time zone of yesterday (default: REPORTING_TIMEZONE, then profile, `config`, system)
|reporting sync --max-drop|=|do not replace a month that lost more of its records or its main sum (default: 50%)
|reporting sync --force|=|pull this month again, and replace it although it lost records; may be repeated
|reporting sync --strict||do not write a month with any warning about the data
|reporting sync --allow|=|silence these warnings, in place of the stored list: gaps, gaps:2026-12-25, partial:limit
|reporting sync --date-column|=|column with the date of each record, or none; or revenue=a,domains=b
|reporting sync --dry-run||print the planned requests, and send none
|reporting sync --concurrency|=|windows to request at once, 1 to 16
|reporting sync --retry-for|=|how long to retry a failed window: 90s, 30m, 2h; 0 for never
|reporting sync --timeout|=|seconds to wait for a response to begin
|reporting sync --profile|=|stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting sync --all-profiles||use all stored profiles
|reporting sync --sandbox||pull sandbox data from the embedded sandbox (its options: REPORTING_SANDBOX)
|reporting login --profile|=|profile to store them in (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting login --base-url|=|address of the service, such as https://reports.example.com/v2/reporting
|reporting login --client-id|=|client to report on
|reporting login --token-stdin||read the API token from stdin
|reporting login --token-file|=|read the API token from a file
|reporting login --token-command|=|store this command, which prints the API token, instead of the token; runs without a shell
|reporting login --ca-file|=|PEM file with CA certificates to trust, in addition to the built-in ones, in reports with this profile
|reporting login --insecure-http||allow plain http to other machines, in reports with this profile
|reporting login --timezone|=|time zone of today in reports with this profile, such as Europe/Berlin
|reporting login --week-start|=|first day of the week for wtd, last-week and --by week, in reports with this profile
|reporting login --end-date|=|whether the service counts end_date, in reports with this profile (REPORTING_END_DATE overrides it)
|reporting login --date-column|=|column with the date of each record, or none, in reports with this profile
|reporting login --allow|=|silence only these warnings in reports with this profile: gaps:2026-12-25, partial:limit, or none
|reporting login --no-verify||store without checking against the service
|reporting logout --profile|=|profile to remove (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting whoami -f|=|output format
|reporting whoami --format|=|output format
|reporting whoami --profile|=|stored credentials to use (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting profiles -f|=|output format
|reporting profiles --format|=|output format
|reporting config set||store a default
|reporting config unset||remove a default
|reporting config -f|=|output format
|reporting config --format|=|output format
|reporting doctor -f|=|output format
|reporting doctor --format|=|output format
|reporting doctor --timeout|=|seconds to wait in each step
|reporting doctor --profile|=|stored credentials to use (default: REPORTING_PROFILE, then `config set profile`, then "default")
|reporting doctor --sandbox||check against the embedded sandbox
|reporting sandbox --port|=|port to listen on (default: any free one)
|reporting sandbox --seed|=|seed of the sandbox data (default: 1)
|reporting sandbox --latency|=|milliseconds to wait before each response
|reporting sandbox --fault|=|inject a fault: <status>[+seconds] or reset, hang, cut, stall, garbage, empty; then [:rate][@start-date][#attempts]; may be repeated'

    function New-Result([string] $text, [string] $shown, [string] $kind, [string] $tip) {
        [System.Management.Automation.CompletionResult]::new($text, $shown, $kind, $tip)
    }

    $path = 'reporting'
    $last = ''
    $isLiteral = $false
    $typed = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    foreach ($element in $typed) {
        $last = $element.Extent.Text
        if ($last -cnotlike '-*' -and $table.Contains("|$path $last||")) { $path = "$path $last" }
        if ($last -ceq '--') { $isLiteral = $true }
    }

    $value = $wordToComplete
    $isFlag = $value -clike '-*'
    $kind = if ($isFlag) { 'ParameterName' } else { 'Command' }
    $takesValue = $table.Contains("|$path $last|=|") -or $table.Contains("|reporting $last|=|")
    $results = @(if (-not $takesValue -and -not ($isFlag -and $isLiteral)) {
        foreach ($row in $table -split '\r?\n') {
            $null, $key, $null, $tip = $row -split '\|', 4
            $place = $key.Substring(0, $key.LastIndexOf(' '))
            $word = $key.Substring($place.Length + 1)
            $isHere = $place -ceq $path -or ($isFlag -and $place -ceq 'reporting')
            if ($isHere -and ($word -clike '-*') -eq $isFlag -and $word.StartsWith($value, [System.StringComparison]::Ordinal)) {
                New-Result $word $word $kind $tip
            }
        }
    })

    if ($results.Count -eq 0) {
        # The program knows the values. They replace the end of the typed text.
        $length = $cursorPosition - $commandAst.Extent.StartOffset
        $line = $commandAst.Extent.Text.PadRight($length).Substring(0, $length)
        $found = @(try { $null | reporting __complete $line 2>$null } catch { })
        $offer, $end = "$($found | Select-Object -First 1)".Split([char] 9)
        $head = $value.Substring(0, [Math]::Max(0, $value.Length - "$end".Length))
        # Without a result, PowerShell completes file names.
        if (($offer -ceq 'file' -or $offer -ceq 'directory') -and -not $head) { return }
        $results = @(foreach ($word in $found | Select-Object -Skip 1) {
            New-Result ($head + $word) $word 'ParameterValue' $word
        })
    }

    # An empty result keeps PowerShell from completing file names.
    if ($results.Count -eq 0) { '' } else { $results }
}
