# Completes the command lines of reporting in PowerShell. Made by `reporting completion powershell`.

Register-ArgumentCompleter -Native -CommandName reporting -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    # The subcommand of a command, by its name.
    function Get-Step([string] $key) {
        if ($key -ceq 'reporting revenue') { return 'reporting revenue' }
        if ($key -ceq 'reporting domains') { return 'reporting domains' }
        if ($key -ceq 'reporting columns') { return 'reporting columns' }
        if ($key -ceq 'reporting sync') { return 'reporting sync' }
        if ($key -ceq 'reporting verify') { return 'reporting verify' }
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
        if ($key -ceq 'reporting config set human') { return 'reporting config set human' }
        if ($key -ceq 'reporting config set period') { return 'reporting config set period' }
        if ($key -ceq 'reporting config set week-start') { return 'reporting config set week-start' }
        if ($key -ceq 'reporting config set max-rows') { return 'reporting config set max-rows' }
    }

    # The subcommands of a command, each with its summary.
    function Get-Names([string] $key) {
        if ($key -ceq 'reporting') { return @('revenue', 'pull revenue by date and campaign', 'domains', 'pull revenue by domain and source', 'columns', 'list the columns of a report: kind, coverage, examples', 'sync', 'keep a directory of monthly files up to date', 'verify', 'check the files of a dataset, offline', 'login', 'check credentials against the service, and store them', 'logout', 'remove a stored profile', 'whoami', 'show the credentials that a report would use, and their sources', 'profiles', 'list, use, rename and remove stored profiles', 'config', 'show and set defaults: format, time zone, period, week start and more', 'doctor', 'check everything between you and a report', 'sandbox', 'serve the whole interface on loopback with made-up data', 'completion', 'print the completion script of a shell', 'help', 'show the help of a command or a topic') }
        if ($key -ceq 'reporting profiles') { return @('list', 'list the stored profiles', 'use', 'set the default profile', 'rename', 'rename a profile', 'remove', 'remove profiles and their tokens') }
        if ($key -ceq 'reporting config') { return @('list', 'list the defaults and their sources', 'get', 'print a default', 'set', 'store a default', 'unset', 'remove a default') }
        if ($key -ceq 'reporting config set') { return @('format', 'set the default for format', 'timezone', 'set the default for timezone', 'concurrency', 'set the default for concurrency', 'profile', 'set the default for profile', 'strict', 'set the default for strict', 'human', 'set the default for human', 'period', 'set the default for period', 'week-start', 'set the default for week-start', 'max-rows', 'set the default for max-rows') }
    }

    # The flags of a command, each with its summary.
    function Get-Options([string] $key) {
        if ($key -ceq 'reporting') { return @('-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages', '-h', 'show help; -h is short', '--help', 'show help; -h is short') }
        if ($key -ceq 'reporting revenue' -or $key -ceq 'reporting domains') { return @('--from', 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago', '--to', 'last day, included (default: yesterday, or today if --from is today)', '-p', 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11', '--period', 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11', '--include-today', 'include today in this-..., wtd, mtd, qtd and ytd, and in --from without --to', '--week-start', 'first day of the week for wtd, last-week, last-4-weeks, --by week, --by weekday (default: monday)', '--timezone', 'time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)', '--where', 'keep only matching records: ''revenue>100'', ''country in US,DE'', name~spring, ''name!~test'', weekday=sat', '-g', 'group rows by these columns', '--group-by', 'group rows by these columns', '--by', 'group rows by date', '--trend', 'with --group-by and --by, print one row per group, with a bar per date', '--sum', 'sum these columns, per group or in all (default without --min, --max, --avg: all summable columns)', '--min', 'minimum of these columns, per group or in all', '--max', 'maximum of these columns, per group or in all', '--avg', 'average of these columns, per group or in all', '--count', 'number of records, per group or in all', '--compare', 'compare each group, or all records, with another range: previous, year, a period, FROM..TO', '--ratio', 'add a column: one column divided by another, such as rpm=1000*revenue/views', '--share', 'add the percentage of the sum of all groups', '--delta', 'with --by, add the change from the unit before, and in percent', '--running', 'with --by, add the sum of all units so far', '--moving-avg', 'with --by, add the average of the last n units: 7:revenue,30:revenue', '--having', 'keep only matching groups: ''revenue>100''', '--top', 'keep the first n groups, by --sort or the main measure, and merge the others into a row (other)', '--pivot', 'one column for each value of a column of --group-by, or of the unit of --by, and a total column', '--sort', 'sort by these columns; -name sorts descending', '-n', 'keep only the first n rows', '--limit', 'keep only the first n rows', '--totals', 'add a last row with sums to a table or markdown; other formats print them on stderr', '--rename', 'rename a column', '-f', 'output format', '--format', 'output format', '-o', 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}', '--output', 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}', '--title', 'title of html', '--columns', 'print these columns, in this order; -name leaves one out, * matches any text', '--max-rows', 'maximum rows of table, markdown, chart; 0 for all (default: 1000; 20 bars in a chart)', '--human', 'group thousands in table, markdown, chart: 1,234.50 (default: table and chart on a terminal)', '--no-human', 'do not group thousands (also: `config set human false`)', '--wide', 'keep all columns of a table that is wider than the terminal, uncut', '--no-pager', 'disable the pager (also: PAGER=)', '--excel', 'write CSV for spreadsheets: ids, dates and names stay unchanged, no formula runs', '--delimiter', 'field delimiter: a character, or comma, semicolon, tab, pipe (default: comma)', '--decimal-comma', 'write 0,10 for 0.10, with the semicolon as delimiter', '--fail-empty', 'exit 3 if there are no records', '--fail-gaps', 'exit 9 if past days have no records', '--expect-columns', 'exit 11 unless the report has exactly these columns, in any order', '--date-column', 'column with the date of each record, or none', '--strict', 'exit 9 on any warning about missing or ambiguous data', '--no-strict', 'only warn about missing or ambiguous data, despite `config set strict true`', '--ignore-members', 'do not warn about these members of a response', '--window-days', 'days per request, 1 to 31 (default: 31)', '--windows', 'request one calendar month at a time, cut to the range', '--end-date', 'whether the service counts end_date', '--by-day', 'same as --window-days 1 --window-columns', '--window-columns', 'add the columns window_from and window_to: the window of each record', '--concurrency', 'windows to request at once, 1 to 16 (default: `config`, then 4)', '--retry-for', 'how long to retry a failed window: 90s, 30m, 2h; 0 for never', '--retries', 'maximum retries of a window, 0 to 20 (default: limited by --retry-for only)', '--timeout', 'seconds to wait for a response to begin', '--resume', 'continue a failed run that had --resume, within a day: request only the missing windows', '--dry-run', 'print the planned requests, and send none', '--explain', 'print a script that makes the same requests with curl, and send none', '--profile', 'stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--all-profiles', 'use all stored profiles', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file with the API token', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'pull made-up data from the embedded sandbox', '--seed', 'seed of the made-up data (default: 1)', '--latency', 'milliseconds to wait before each response', '--fault', 'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)', '--domain-dates', 'give domain records a date: one record per day', '--exclusive-end', 'exclude end_date from the range', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting columns') { return @('--from', 'first day: 2026-01-31, 2026-01, 2026, today, yesterday, or 7d, 2w, 3m, 1y ago', '--to', 'last day, included (default: yesterday, or today if --from is today)', '-p', 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11', '--period', 'instead of --from and --to: yesterday, last-7-days, last-3-months, last-week, this-month, wtd, ytd, q1 of this year, 2026-03, 2026-Q1, 2026-W05, 2026, 2026-10..2026-11', '--include-today', 'include today in this-..., wtd, mtd, qtd and ytd, and in --from without --to', '--week-start', 'first day of the week for wtd, last-week, last-4-weeks (default: monday)', '--timezone', 'time zone of today (default: REPORTING_TIMEZONE, then profile, `config`, system)', '--where', 'keep only matching records: ''revenue>100'', ''country in US,DE'', name~spring, ''name!~test'', weekday=sat', '-f', 'output format', '--format', 'output format', '-o', 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}', '--output', 'write to this file, whole or not at all; - is stdout; may hold {profile}, {report}, {from}, {to}', '--title', 'title of html', '--max-rows', 'maximum rows of table, markdown; 0 for all (default: 1000)', '--wide', 'keep all columns of a table that is wider than the terminal, uncut', '--no-pager', 'disable the pager (also: PAGER=)', '--excel', 'write CSV for spreadsheets: ids, dates and names stay unchanged, no formula runs', '--delimiter', 'field delimiter: a character, or comma, semicolon, tab, pipe (default: comma)', '--decimal-comma', 'write 0,10 for 0.10, with the semicolon as delimiter', '--fail-empty', 'exit 3 if there are no records', '--fail-gaps', 'exit 9 if past days have no records', '--expect-columns', 'exit 11 unless the report has exactly these columns, in any order', '--date-column', 'column with the date of each record, or none', '--strict', 'exit 9 on any warning about missing or ambiguous data', '--no-strict', 'only warn about missing or ambiguous data, despite `config set strict true`', '--ignore-members', 'do not warn about these members of a response', '--window-days', 'days per request, 1 to 31 (default: 31)', '--windows', 'request one calendar month at a time, cut to the range', '--end-date', 'whether the service counts end_date', '--concurrency', 'windows to request at once, 1 to 16 (default: `config`, then 4)', '--retry-for', 'how long to retry a failed window: 90s, 30m, 2h; 0 for never', '--retries', 'maximum retries of a window, 0 to 20 (default: limited by --retry-for only)', '--timeout', 'seconds to wait for a response to begin', '--resume', 'continue a failed run that had --resume, within a day: request only the missing windows', '--dry-run', 'print the planned requests, and send none', '--profile', 'stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--all-profiles', 'use all stored profiles', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file with the API token', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'pull made-up data from the embedded sandbox', '--seed', 'seed of the made-up data (default: 1)', '--latency', 'milliseconds to wait before each response', '--fault', 'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)', '--domain-dates', 'give domain records a date: one record per day', '--exclusive-end', 'exclude end_date from the range', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting sync') { return @('--from', 'first month: 2024-01', '--to', 'last month (default: none, the dataset grows until yesterday)', '-f', 'format of the files (default: parquet)', '--format', 'format of the files (default: parquet)', '--lookback', 'pull a month again until so many days after its end; later, for this run only (default: 35d)', '--type', 'choose the type of a column: ctr=double, order=text; may be repeated', '--timezone', 'time zone of yesterday (default: profile, `config`, system)', '--end-date', 'whether the service counts end_date', '--set-up', 'only set up the dataset and its types: before shards, or to edit the types', '--reconfigure', 'change the settings of the dataset to those of this run', '--max-drop', 'do not replace a month that lost more of its records or its main sum (default: 50%)', '--accept', 'replace this month although it lost records; may be repeated', '--date-column', 'column with the date of each record, or none; or revenue=a,domains=b', '--strict', 'do not write a month with any warning about missing or ambiguous data', '--no-strict', 'only warn about missing or ambiguous data, despite `config set strict true`', '--ignore-members', 'do not warn about these members of a response', '--dry-run', 'print the planned requests, and send none', '--shard', 'pull only part i, from 0, of n equal parts', '--wait', 'how long to wait for another sync of a month', '--concurrency', 'windows to request at once, 1 to 16 (default: `config`, then 4)', '--retry-for', 'how long to retry a failed window: 90s, 30m, 2h; 0 for never', '--retries', 'maximum retries of a window, 0 to 20 (default: limited by --retry-for only)', '--timeout', 'seconds to wait for a response to begin', '--profile', 'stored credentials to use; several make one report, or one file each (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--all-profiles', 'use all stored profiles', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file with the API token', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'pull made-up data from the embedded sandbox', '--seed', 'seed of the made-up data (default: 1)', '--latency', 'milliseconds to wait before each response', '--fault', 'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)', '--domain-dates', 'give domain records a date: one record per day', '--exclusive-end', 'exclude end_date from the range', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting verify' -or $key -ceq 'reporting profiles' -or $key -ceq 'reporting profiles use' -or $key -ceq 'reporting profiles rename' -or $key -ceq 'reporting profiles remove' -or $key -ceq 'reporting config' -or $key -ceq 'reporting config get' -or $key -ceq 'reporting config set' -or $key -ceq 'reporting config set format' -or $key -ceq 'reporting config set timezone' -or $key -ceq 'reporting config set concurrency' -or $key -ceq 'reporting config set profile' -or $key -ceq 'reporting config set strict' -or $key -ceq 'reporting config set human' -or $key -ceq 'reporting config set period' -or $key -ceq 'reporting config set week-start' -or $key -ceq 'reporting config set max-rows' -or $key -ceq 'reporting config unset' -or $key -ceq 'reporting completion' -or $key -ceq 'reporting help') { return @('-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting login') { return @('--profile', 'profile to store them in (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-stdin', 'read the API token from stdin', '--token-file', 'read the API token from a file', '--timezone', 'time zone of today in reports with this profile, such as Europe/Berlin', '--end-date', 'whether the service counts end_date, in reports with this profile', '--date-column', 'column with the date of each record, or none, in reports with this profile', '--ignore-members', 'do not warn about these members of a response, in reports with this profile', '--no-verify', 'store without checking against the service', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting logout') { return @('--profile', 'profile to remove (default: REPORTING_PROFILE, then `profiles use`, then "default")', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting whoami') { return @('--check', 'check the credentials against the service', '-f', 'output format', '--format', 'output format', '--profile', 'stored credentials to use (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file with the API token', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting profiles list') { return @('-f', 'output format', '--format', 'output format', '--check', 'check the credentials of each profile against the service', '--timeout', 'seconds to wait for each response (default: 10)', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting config list') { return @('-f', 'output format', '--format', 'output format', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting doctor') { return @('-f', 'output format', '--format', 'output format', '--timeout', 'seconds to wait in each step', '--profile', 'stored credentials to use (default: REPORTING_PROFILE, then `profiles use`, then "default")', '--base-url', 'address of the service, such as https://reports.example.com/v2/reporting', '--client-id', 'client to report on', '--token-file', 'file with the API token', '--insecure-http', 'allow plain http to other machines', '--ca-file', 'PEM file with CA certificates to trust, in addition to the built-in ones (default: REPORTING_CA_FILE)', '--sandbox', 'check against the embedded sandbox', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
        if ($key -ceq 'reporting sandbox') { return @('--port', 'port to listen on (default: any free one)', '--seed', 'seed of the made-up data (default: 1)', '--latency', 'milliseconds to wait before each response', '--fault', 'inject a fault, such as 503:0.1 or cut#2; may be repeated (see `reporting help sandbox`)', '--domain-dates', 'give domain records a date: one record per day', '--exclusive-end', 'exclude end_date from the range', '-h', 'show help; -h is short', '--help', 'show help; -h is short', '-V', 'show the version', '--version', 'show the version', '-q', 'print only errors and truncation warnings', '--quiet', 'print only errors and truncation warnings', '-v', 'print details of each request', '--verbose', 'print details of each request', '--debug', 'print debugging details, without the token', '--no-progress', 'hide the progress bar', '--no-color', 'disable colors (also: NO_COLOR)', '--error-format', 'format of messages') }
    }

    # The value that a flag of a command takes.
    function Get-Value([string] $key) {
        if ($key -clike '* --error-format' -or $key -ceq 'reporting whoami -f' -or $key -ceq 'reporting whoami --format' -or $key -ceq 'reporting config list -f' -or $key -ceq 'reporting config list --format' -or $key -ceq 'reporting doctor -f' -or $key -ceq 'reporting doctor --format') { return @('words', '', 'text', 'json') }
        if ($key -clike '* --from') { return @('words', '', 'today', 'yesterday', '7d', '2w', '3m', '1y') }
        if ($key -clike '* --to') { return @('words', '', 'today', 'yesterday') }
        if ($key -clike '* -p' -or $key -clike '* --period') { return @('words', '', 'today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-quarter', 'last-quarter', 'this-year', 'last-year', 'wtd', 'mtd', 'qtd', 'ytd', 'q1', 'q2', 'q3', 'q4', 'last-7-days', 'last-30-days', 'last-90-days', 'last-4-weeks', 'last-3-months', 'last-12-months') }
        if ($key -clike '* --week-start') { return @('words', '', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday') }
        if ($key -clike '* --timezone') { return @('time-zone', '') }
        if ($key -clike '* --by' -or $key -clike '* --pivot') { return @('words', '', 'day', 'week', 'month', 'quarter', 'year', 'weekday') }
        if ($key -clike '* --compare') { return @('words', '', 'previous', 'year', 'today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-quarter', 'last-quarter', 'this-year', 'last-year', 'wtd', 'mtd', 'qtd', 'ytd', 'q1', 'q2', 'q3', 'q4') }
        if ($key -ceq 'reporting revenue -f' -or $key -ceq 'reporting revenue --format' -or $key -ceq 'reporting domains -f' -or $key -ceq 'reporting domains --format') { return @('words', '', 'table', 'csv', 'tsv', 'json', 'ndjson', 'markdown', 'chart', 'html', 'parquet') }
        if ($key -clike '* -o' -or $key -clike '* --output' -or $key -clike '* --token-file' -or $key -clike '* --ca-file') { return @('file', '') }
        if ($key -clike '* --delimiter') { return @('words', '', 'comma', 'semicolon', 'tab', 'pipe') }
        if ($key -clike '* --windows') { return @('words', '', 'month') }
        if ($key -clike '* --end-date') { return @('words', '', 'inclusive', 'exclusive') }
        if ($key -clike '* --retry-for') { return @('words', '', '90s', '10m', '30m', '2h') }
        if ($key -clike '* --explain') { return @('words', '', 'sh') }
        if ($key -ceq 'reporting revenue --profile' -or $key -ceq 'reporting domains --profile' -or $key -ceq 'reporting columns --profile' -or $key -ceq 'reporting sync --profile') { return @('profile', ',') }
        if ($key -clike '* --fault') { return @('words', '', 'reset', 'hang', 'cut', 'stall', 'slow', 'garbage', 'empty', 'rate-limit', '429', '500', '503') }
        if ($key -ceq 'reporting columns -f' -or $key -ceq 'reporting columns --format') { return @('words', '', 'table', 'csv', 'tsv', 'json', 'ndjson', 'markdown', 'html', 'parquet') }
        if ($key -ceq 'reporting sync -f' -or $key -ceq 'reporting sync --format') { return @('words', '', 'parquet', 'csv') }
        if ($key -clike '* --lookback') { return @('words', '', '35d', '60d', '90d') }
        if ($key -clike '* --wait') { return @('words', '', '0', '5m', '30m') }
        if ($key -ceq 'reporting login --profile' -or $key -ceq 'reporting logout --profile' -or $key -ceq 'reporting whoami --profile' -or $key -ceq 'reporting doctor --profile') { return @('profile', '') }
        if ($key -ceq 'reporting profiles list -f' -or $key -ceq 'reporting profiles list --format') { return @('words', '', 'text', 'json', 'names') }
    }

    # The value that a command takes as an operand, by its number from 0.
    function Get-Operand([string] $key) {
        if ($key -ceq 'reporting columns 0') { return @('words', '', 'revenue', 'domains') }
        if ($key -ceq 'reporting sync 0') { return @('words', '', 'revenue', 'domains', 'status') }
        if ($key -ceq 'reporting sync 1' -or $key -ceq 'reporting verify 0') { return @('file', '') }
        if ($key -ceq 'reporting profiles use 0' -or $key -ceq 'reporting profiles rename 0' -or $key -clike 'reporting profiles remove *' -or $key -ceq 'reporting config set profile 0') { return @('profile', '') }
        if ($key -ceq 'reporting profiles rename 1' -or $key -ceq 'reporting config set concurrency 0' -or $key -ceq 'reporting config set max-rows 0') { return @('nothing', '') }
        if ($key -ceq 'reporting config get 0' -or $key -ceq 'reporting config unset 0') { return @('words', '', 'format', 'timezone', 'concurrency', 'profile', 'strict', 'human', 'period', 'week-start', 'max-rows') }
        if ($key -ceq 'reporting config set format 0') { return @('words', '', 'table', 'csv', 'tsv', 'json', 'ndjson', 'markdown', 'chart', 'html', 'parquet') }
        if ($key -ceq 'reporting config set timezone 0') { return @('time-zone', '') }
        if ($key -ceq 'reporting config set strict 0' -or $key -ceq 'reporting config set human 0') { return @('words', '', 'true', 'false') }
        if ($key -ceq 'reporting config set period 0') { return @('words', '', 'today', 'yesterday', 'this-week', 'last-week', 'this-month', 'last-month', 'this-quarter', 'last-quarter', 'this-year', 'last-year', 'wtd', 'mtd', 'qtd', 'ytd', 'q1', 'q2', 'q3', 'q4') }
        if ($key -ceq 'reporting config set week-start 0') { return @('words', '', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday') }
        if ($key -ceq 'reporting completion 0') { return @('words', '', 'bash', 'zsh', 'fish', 'powershell') }
        if ($key -ceq 'reporting help 0') { return @('words', '', 'revenue', 'domains', 'columns', 'sync', 'verify', 'login', 'logout', 'whoami', 'profiles', 'config', 'doctor', 'sandbox', 'completion', 'dates', 'formats', 'clients', 'environment', 'exit-codes') }
    }

    # The flags that take a value.
    $valueFlags = @('--error-format', '--from', '--to', '-p', '--period', '--week-start', '--timezone', '--where', '-g', '--group-by', '--by', '--sum', '--min', '--max', '--avg', '--compare', '--ratio', '--share', '--delta', '--running', '--moving-avg', '--having', '--top', '--pivot', '--sort', '-n', '--limit', '--rename', '-f', '--format', '-o', '--output', '--title', '--columns', '--max-rows', '--delimiter', '--expect-columns', '--date-column', '--ignore-members', '--window-days', '--windows', '--end-date', '--concurrency', '--retry-for', '--retries', '--timeout', '--explain', '--profile', '--base-url', '--client-id', '--token-file', '--ca-file', '--seed', '--latency', '--fault', '--lookback', '--type', '--max-drop', '--accept', '--shard', '--wait', '--port')

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
            # Letters after one hyphen. The first one that takes a value takes the rest of the word, or the next word.
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
        # Without a result, PowerShell completes file names.
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

    # An empty result keeps PowerShell from completing file names.
    if ($results.Count -eq 0) { '' } else { $results }
}
