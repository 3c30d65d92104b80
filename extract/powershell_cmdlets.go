package extract

import "gate/internal/table"

// cmdlet is one row of the table: a cmdlet, its parameters, and the one that
// takes what comes through the pipeline.
type cmdlet struct {
	name   string
	params string
	pipe   string
}

// cmdlets by their names in lower case. A parameter is written
// Name,Alias:RolePosition. Without a colon it is a switch. Roles are those of
// program, and u an address, k code, - any other value; the position is that
// of a value without a name. Whatever else a cmdlet does is found in psDo.
// The parameters are those that Get-Help lists.
var cmdlets = table.Of[*cmdlet]{
	{"remove-item", &cmdlet{"Remove-Item", "Path:d0 LiteralPath,PSPath,LP:d Filter:- Include:- Exclude:- Stream:- Credential:- Recurse Force", "Path"}},
	{"set-content", &cmdlet{"Set-Content", "Path:w0 LiteralPath,PSPath,LP:w Value:-1 Filter:- Include:- Exclude:- Encoding:- Stream:- Credential:- PassThru Force NoNewline AsByteStream", "Value"}},
	{"add-content", &cmdlet{"Add-Content", "Path:a0 LiteralPath,PSPath,LP:a Value:-1 Filter:- Include:- Exclude:- Encoding:- Stream:- Credential:- PassThru Force NoNewline AsByteStream", "Value"}},
	{"clear-content", &cmdlet{"Clear-Content", "Path:t0 LiteralPath,PSPath,LP:t Filter:- Include:- Exclude:- Stream:- Credential:- Force", "Path"}},
	{"clear-item", &cmdlet{"Clear-Item", "Path:t0 LiteralPath,PSPath,LP:t Filter:- Include:- Exclude:- Force", "Path"}},
	{"get-content", &cmdlet{"Get-Content", "Path:r0 LiteralPath,PSPath,LP:r ReadCount:- TotalCount,First,Head:- Tail,Last:- Filter:- Include:- Exclude:- Delimiter:- Encoding:- Stream:- Wait Raw Force AsByteStream", "Path"}},
	{"get-childitem", &cmdlet{"Get-ChildItem", "Path:-0 LiteralPath,PSPath,LP:- Filter:-1 Include:- Exclude:- Depth:- Attributes:- Recurse,s Force Name Directory,ad,d File,af Hidden,ah,h ReadOnly,ar System,as FollowSymlink", "Path"}},
	{"get-item", &cmdlet{"Get-Item", "Path:-0 LiteralPath,PSPath,LP:- Filter:- Include:- Exclude:- Stream:- Force", "Path"}},
	{"copy-item", &cmdlet{"Copy-Item", "Path:-0 LiteralPath,PSPath,LP:- Destination:-1 Filter:- Include:- Exclude:- Credential:- FromSession:- ToSession:- Container Recurse PassThru Force", "Path"}},
	{"move-item", &cmdlet{"Move-Item", "Path:-0 LiteralPath,PSPath,LP:- Destination:-1 Filter:- Include:- Exclude:- Credential:- PassThru Force", "Path"}},
	{"rename-item", &cmdlet{"Rename-Item", "Path:-0 LiteralPath,PSPath,LP:- NewName:-1 Credential:- PassThru Force", "Path"}},
	{"new-item", &cmdlet{"New-Item", "Path:-0 Name:- ItemType,Type:- Value,Target:- Credential:- Force", "Value"}},
	{"set-item", &cmdlet{"Set-Item", "Path:w0 LiteralPath,PSPath,LP:w Value:-1 Filter:- Include:- Exclude:- PassThru Force", "Value"}},
	{"mkdir", &cmdlet{"mkdir", "Path:c0 Name:- Value:- Force", "Path"}},
	{"out-file", &cmdlet{"Out-File", "FilePath,Path:-0 LiteralPath,PSPath,LP:- Encoding:-1 Width:- InputObject:- Append Force NoClobber,NoOverwrite NoNewline", "InputObject"}},
	{"tee-object", &cmdlet{"Tee-Object", "FilePath,Path:-0 LiteralPath,PSPath,LP:- Variable:- InputObject:- Encoding:- Append", "InputObject"}},

	{"set-itemproperty", &cmdlet{"Set-ItemProperty", "Path:x0 LiteralPath,PSPath,LP:x Name,PSProperty:-1 Value:-2 InputObject:- Type:- Filter:- Include:- Exclude:- PassThru Force", ""}},
	{"new-itemproperty", &cmdlet{"New-ItemProperty", "Path:x0 LiteralPath,PSPath,LP:x Name:-1 Value:- PropertyType,Type:- Force", ""}},
	{"remove-itemproperty", &cmdlet{"Remove-ItemProperty", "Path:x0 LiteralPath,PSPath,LP:x Name,PSProperty:-1 Force", ""}},
	{"clear-itemproperty", &cmdlet{"Clear-ItemProperty", "Path:x0 LiteralPath,PSPath,LP:x Name:-1 Force", ""}},
	{"rename-itemproperty", &cmdlet{"Rename-ItemProperty", "Path:x0 LiteralPath,PSPath,LP:x Name:-1 NewName:-2 Force", ""}},
	{"get-itemproperty", &cmdlet{"Get-ItemProperty", "Path:-0 LiteralPath,PSPath,LP:- Name:-1 Filter:- Include:- Exclude:-", ""}},
	{"set-acl", &cmdlet{"Set-Acl", "Path:x0 LiteralPath,PSPath:x AclObject:-1 InputObject:- Filter:- Include:- Exclude:- PassThru", "Path"}},
	{"unblock-file", &cmdlet{"Unblock-File", "Path:x0 LiteralPath,PSPath,LP:x", "Path"}},

	{"export-csv", &cmdlet{"Export-Csv", "Path:-0 LiteralPath,PSPath,LP:- Delimiter:-1 InputObject:- Encoding:- QuoteFields:- UseQuotes:- Append Force NoClobber NoTypeInformation,NTI IncludeTypeInformation UseCulture", "InputObject"}},
	{"export-clixml", &cmdlet{"Export-Clixml", "Path:-0 LiteralPath,PSPath,LP:- InputObject:- Depth:- Encoding:- Force NoClobber", "InputObject"}},
	{"export-certificate", &cmdlet{"Export-Certificate", "FilePath:w Cert:- Type:- Force NoClobber", ""}},
	{"export-pfxcertificate", &cmdlet{"Export-PfxCertificate", "FilePath:w1 Cert:-0 Password:- ProtectTo:- Force", ""}},
	{"export-alias", &cmdlet{"Export-Alias", "Path:w0 LiteralPath,PSPath:w Name:-1 As:- Scope:- Append Force PassThru", ""}},
	{"export-modulemember", &cmdlet{"Export-ModuleMember", "Function:-0 Cmdlet:- Variable:- Alias:-", ""}},
	{"export-scheduledtask", &cmdlet{"Export-ScheduledTask", "TaskName:-0 TaskPath:-1", ""}},
	{"import-csv", &cmdlet{"Import-Csv", "Path:r0 LiteralPath,PSPath,LP:r Delimiter:-1 Header:- Encoding:- UseCulture", "Path"}},
	{"import-clixml", &cmdlet{"Import-Clixml", "Path:r0 LiteralPath,PSPath,LP:r", "Path"}},
	{"import-module", &cmdlet{"Import-Module", "Name:-0 Prefix:- Function:- Cmdlet:- Variable:- Alias:- RequiredVersion:- MinimumVersion,Version:- MaximumVersion:- ArgumentList,Args:- Scope:- Global Force PassThru AsCustomObject NoClobber DisableNameChecking SkipEditionCheck", ""}},
	{"select-string", &cmdlet{"Select-String", "Pattern:-0 Path:r1 LiteralPath,PSPath,LP:r InputObject:- Include:- Exclude:- Encoding:- Context:- Culture:- AllMatches CaseSensitive List NoEmphasis NotMatch Quiet Raw SimpleMatch", ""}},
	{"get-filehash", &cmdlet{"Get-FileHash", "Path:r0 LiteralPath,PSPath,LP:r Algorithm:- InputStream:-", "Path"}},
	{"format-hex", &cmdlet{"Format-Hex", "Path:r0 LiteralPath,PSPath,LP:r InputObject:- Encoding:- Count:- Offset:-", ""}},
	{"import-powershelldatafile", &cmdlet{"Import-PowerShellDataFile", "Path:r0 LiteralPath,PSPath,LP:r", ""}},
	{"start-transcript", &cmdlet{"Start-Transcript", "Path:w0 LiteralPath,PSPath,LP:w OutputDirectory:- Append Force NoClobber IncludeInvocationHeader", ""}},

	{"expand-archive", &cmdlet{"Expand-Archive", "Path:r0 LiteralPath,PSPath,LP:r DestinationPath:w1 Force PassThru", "Path"}},
	{"compress-archive", &cmdlet{"Compress-Archive", "Path:r0 LiteralPath,PSPath,LP:r DestinationPath:w1 CompressionLevel:- Force PassThru Update", "Path"}},
	{"invoke-webrequest", &cmdlet{"Invoke-WebRequest", "Uri:-0 OutFile:- InFile:r Method:- CustomMethod:- Body:- Form:- Headers:- ContentType:- UserAgent:- Credential:- Token:- Authentication:- TimeoutSec:- MaximumRedirection:- MaximumRetryCount:- RetryIntervalSec:- Proxy:- ProxyCredential:- Certificate:- CertificateThumbprint:- SessionVariable,SV:- WebSession:- TransferEncoding:- SslProtocol:- HttpVersion:- UseBasicParsing UseDefaultCredentials PassThru Resume SkipCertificateCheck SkipHttpErrorCheck SkipHeaderValidation DisableKeepAlive NoProxy AllowUnencryptedAuthentication PreserveAuthorizationOnRedirect AllowInsecureRedirect", "Body"}},
	{"invoke-restmethod", &cmdlet{"Invoke-RestMethod", "Uri:-0 OutFile:- InFile:r Method:- CustomMethod:- Body:- Form:- Headers:- ContentType:- UserAgent:- Credential:- Token:- Authentication:- TimeoutSec:- MaximumRedirection:- MaximumRetryCount:- RetryIntervalSec:- Proxy:- ProxyCredential:- Certificate:- CertificateThumbprint:- SessionVariable,SV:- WebSession:- TransferEncoding:- SslProtocol:- HttpVersion:- ResponseHeadersVariable,RHV:- StatusCodeVariable:- FollowRelLink MaximumFollowRelLink:- UseBasicParsing UseDefaultCredentials PassThru Resume SkipCertificateCheck SkipHttpErrorCheck SkipHeaderValidation DisableKeepAlive NoProxy AllowUnencryptedAuthentication PreserveAuthorizationOnRedirect", "Body"}},
	{"start-bitstransfer", &cmdlet{"Start-BitsTransfer", "Source:-0 Destination:-1 TransferType:- DisplayName:- Description:- Priority:- Credential:- ProxyUsage:- RetryInterval:- RetryTimeout:- Authentication:- Asynchronous Suspended", ""}},
	{"send-mailmessage", &cmdlet{"Send-MailMessage", "To:-0 Subject:-1 Body:-2 SmtpServer:-3 From:- Cc:- Bcc:- Attachments,PsPath:r Credential:- Port:- Priority:- Encoding:- BodyAsHtml UseSsl", ""}},

	{"invoke-expression", &cmdlet{"Invoke-Expression", "Command:-0", "Command"}},
	{"invoke-command", &cmdlet{"Invoke-Command", "ScriptBlock,Command:-0 ComputerName,Cn:- Session:- HostName:- ContainerId:- VMName:- VMId:- ConnectionUri:- FilePath,PSPath:- ArgumentList,Args:- Credential:- UserName:- KeyFilePath:- Port:- JobName:- InputObject:- ThrottleLimit:- ConfigurationName:- ApplicationName:- Authentication:- SessionOption:- AsJob HideComputerName NoNewScope UseSSL InDisconnectedSession RemoteDebug SSHTransport", "InputObject"}},
	{"start-process", &cmdlet{"Start-Process", "FilePath,PSPath,Path:-0 ArgumentList,Args:-1 Verb:- WorkingDirectory:- WindowStyle:- Credential:- RedirectStandardOutput,RSO:w RedirectStandardError,RSE:w RedirectStandardInput,RSI:r Environment:- Wait PassThru NoNewWindow,nnw LoadUserProfile,Lup UseNewEnvironment", ""}},
	{"start-job", &cmdlet{"Start-Job", "ScriptBlock,Command:k0 FilePath:- LiteralPath:- Name:- InitializationScript:k ArgumentList,Args:- Credential:- Authentication:- InputObject:- DefinitionName:- WorkingDirectory:- PSVersion:- RunAs32", ""}},
	{"start-threadjob", &cmdlet{"Start-ThreadJob", "ScriptBlock:k0 FilePath:- Name:- InitializationScript:k ArgumentList:- InputObject:- ThrottleLimit:- StreamingHost:-", ""}},
	{"measure-command", &cmdlet{"Measure-Command", "Expression:k0 InputObject:-", ""}},
	{"trace-command", &cmdlet{"Trace-Command", "Name:-0 Expression:k1 Command:k FilePath:w Option:- InputObject:- PSHost Debugger Force", ""}},
	{"register-objectevent", &cmdlet{"Register-ObjectEvent", "InputObject:-0 EventName:-1 SourceIdentifier:-2 Action:k MessageData:- MaxTriggerCount:- SupportEvent Forward", ""}},
	{"register-engineevent", &cmdlet{"Register-EngineEvent", "SourceIdentifier:-0 Action:k MessageData:- MaxTriggerCount:- SupportEvent Forward", ""}},
	{"register-wmievent", &cmdlet{"Register-WmiEvent", "Class:-0 Query:- SourceIdentifier:- Action:k ComputerName:- Namespace:-", ""}},
	{"register-scheduledjob", &cmdlet{"Register-ScheduledJob", "Name:-0 ScriptBlock:k1 FilePath:- Trigger:- ArgumentList:- InitializationScript:k Credential:- ScheduledJobOption:- RunNow RunEvery:-", ""}},
	{"new-scheduledtaskaction", &cmdlet{"New-ScheduledTaskAction", "Execute:-0 Argument:-1 WorkingDirectory:-2 Id:-", ""}},
	{"new-service", &cmdlet{"New-Service", "Name:-0 BinaryPathName,Path:-1 DisplayName:- Description:- StartupType:- Credential:- DependsOn:- SecurityDescriptorSddl:-", ""}},
	{"invoke-wmimethod", &cmdlet{"Invoke-WmiMethod", "Class:-0 Name:-1 ArgumentList:- Path:- Namespace:- ComputerName,Cn:- Credential:- InputObject:- AsJob", "InputObject"}},
	{"invoke-cimmethod", &cmdlet{"Invoke-CimMethod", "ClassName,Class:-0 MethodName,Name:- Arguments:-1 InputObject:- Namespace:- ComputerName,Cn:- CimSession:- Query:- CimClass:- ResourceUri:-", "InputObject"}},
	{"invoke-item", &cmdlet{"Invoke-Item", "Path:-0 LiteralPath,PSPath,LP:- Filter:- Include:- Exclude:- Credential:-", "Path"}},
	{"add-type", &cmdlet{"Add-Type", "TypeDefinition:-0 Name:- MemberDefinition:- Namespace:- UsingNamespace:- Path:- LiteralPath,PSPath:- AssemblyName,AN:- ReferencedAssemblies:- Language:- OutputAssembly:w OutputType:- CompilerOptions:- PassThru IgnoreWarnings", ""}},
	{"new-object", &cmdlet{"New-Object", "TypeName:-0 ArgumentList,Args:-1 ComObject:- Property:- Strict", ""}},
	{"new-psdrive", &cmdlet{"New-PSDrive", "Name:-0 PSProvider:-1 Root:-2 Description:- Scope:- Credential:- Persist", ""}},

	{"foreach-object", &cmdlet{"ForEach-Object", "Process:-0 Begin:- End:- RemainingScripts:- MemberName:- ArgumentList,Args:- InputObject:- Parallel:- ThrottleLimit:- TimeoutSeconds:- AsJob UseNewRunspace", "InputObject"}},
	{"where-object", &cmdlet{"Where-Object", "FilterScript:-0 Property:- Value:-1 InputObject:- EQ CEQ NE GT LT GE LE Like NotLike Match NotMatch Contains NotContains In NotIn Is IsNot Not", "InputObject"}},
	{"sort-object", &cmdlet{"Sort-Object", "Property:-0 InputObject:- Culture:- Top:- Bottom:- Descending Unique CaseSensitive Stable", "InputObject"}},
	{"select-object", &cmdlet{"Select-Object", "Property:-0 InputObject:- ExcludeProperty:- ExpandProperty:- First:- Last:- Skip:- SkipLast:- Index:- SkipIndex:- Unique Wait CaseInsensitive", "InputObject"}},
	{"group-object", &cmdlet{"Group-Object", "Property:-0 InputObject:- Culture:- NoElement AsHashTable,AHT AsString CaseSensitive", "InputObject"}},
	{"write-output", &cmdlet{"Write-Output", "InputObject:-0 NoEnumerate", "InputObject"}},
	{"write-host", &cmdlet{"Write-Host", "Object,Msg,Message:-0 Separator:- ForegroundColor:- BackgroundColor:- NoNewline", "Object"}},
	{"out-string", &cmdlet{"Out-String", "InputObject:- Width:-0 Stream NoNewline", "InputObject"}},
	{"out-null", &cmdlet{"Out-Null", "InputObject:-", "InputObject"}},
	{"join-path", &cmdlet{"Join-Path", "Path,PSPath:-0 ChildPath:-1 AdditionalChildPath:-2 Resolve Credential:-", "Path"}},
	{"split-path", &cmdlet{"Split-Path", "Path:-0 LiteralPath,PSPath,LP:- Parent Leaf LeafBase Extension Qualifier NoQualifier Resolve IsAbsolute Credential:-", "Path"}},
	{"resolve-path", &cmdlet{"Resolve-Path", "Path:-0 LiteralPath,PSPath,LP:- Relative Credential:- RelativeBasePath:-", "Path"}},
	{"convert-path", &cmdlet{"Convert-Path", "Path:-0 LiteralPath,PSPath,LP:-", "Path"}},
	{"test-path", &cmdlet{"Test-Path", "Path:-0 LiteralPath,PSPath,LP:- Filter:- Include:- Exclude:- PathType,Type:- IsValid OlderThan:- NewerThan:- Credential:-", "Path"}},
	{"get-location", &cmdlet{"Get-Location", "PSProvider:- PSDrive:- Stack StackName:-", ""}},
	{"set-location", &cmdlet{"Set-Location", "Path:-0 LiteralPath,PSPath,LP:- StackName:- PassThru", "Path"}},
	{"push-location", &cmdlet{"Push-Location", "Path:-0 LiteralPath,PSPath,LP:- StackName:- PassThru", "Path"}},
	{"pop-location", &cmdlet{"Pop-Location", "StackName:- PassThru", ""}},
	{"set-alias", &cmdlet{"Set-Alias", "Name:-0 Value:-1 Description:- Option:- Scope:- PassThru Force", ""}},
	{"new-alias", &cmdlet{"New-Alias", "Name:-0 Value:-1 Description:- Option:- Scope:- PassThru Force", ""}},
	{"set-variable", &cmdlet{"Set-Variable", "Name:-0 Value:-1 Include:- Exclude:- Description:- Option:- Scope:- Visibility:- PassThru Force", "Value"}},
	{"new-variable", &cmdlet{"New-Variable", "Name:-0 Value:-1 Description:- Option:- Scope:- Visibility:- PassThru Force", "Value"}},
	{"get-variable", &cmdlet{"Get-Variable", "Name:-0 ValueOnly Include:- Exclude:- Scope:-", ""}},
	{"get-command", &cmdlet{"Get-Command", "Name:-0 ArgumentList,Args:- CommandType,Type:- Module,PSSnapin:- Noun:- Verb:- ParameterName:- ParameterType:- TotalCount:- All ListImported Syntax ShowCommandInfo UseFuzzyMatching", ""}},

	{"format-volume", &cmdlet{"Format-Volume", "DriveLetter:-0 FileSystemLabel:- ObjectId:- Path:- Partition:- InputObject:- FileSystem:- NewFileSystemLabel:- AllocationUnitSize:- Full Compress Force SetIntegrityStreams UseLargeFRS CimSession:- AsJob", "InputObject"}},
	{"clear-disk", &cmdlet{"Clear-Disk", "Number,DeviceId:-0 UniqueId:- FriendlyName:- Path:- InputObject:- RemoveData RemoveOEM ZeroOutEntireDisk PassThru CimSession:- AsJob", "InputObject"}},
	{"initialize-disk", &cmdlet{"Initialize-Disk", "Number:-0 UniqueId:- FriendlyName:- Path:- InputObject:- PartitionStyle:- VirtualDisk:- PassThru AsJob", "InputObject"}},
	{"remove-partition", &cmdlet{"Remove-Partition", "DiskNumber:-0 PartitionNumber:-1 DriveLetter:- DiskId:- Offset:- InputObject:- PassThru AsJob", "InputObject"}},
	{"clear-recyclebin", &cmdlet{"Clear-RecycleBin", "DriveLetter:-0 Force", ""}},
	{"set-executionpolicy", &cmdlet{"Set-ExecutionPolicy", "ExecutionPolicy:-0 Scope:-1 Force", ""}},
	{"stop-process", &cmdlet{"Stop-Process", "Id:-0 Name,ProcessName:- InputObject:- PassThru Force", "InputObject"}},
}

// psAliases are the aliases that Get-Alias lists, in lower case.
var psAliases = table.Of[string]{
	{"rm", "Remove-Item"}, {"del", "Remove-Item"}, {"erase", "Remove-Item"}, {"rd", "Remove-Item"}, {"ri", "Remove-Item"}, {"rmdir", "Remove-Item"},
	{"cp", "Copy-Item"}, {"copy", "Copy-Item"}, {"cpi", "Copy-Item"}, {"mv", "Move-Item"}, {"move", "Move-Item"}, {"mi", "Move-Item"}, {"ren", "Rename-Item"}, {"rni", "Rename-Item"},
	{"ni", "New-Item"}, {"md", "mkdir"}, {"sc", "Set-Content"}, {"ac", "Add-Content"}, {"clc", "Clear-Content"}, {"cli", "Clear-Item"}, {"gc", "Get-Content"}, {"cat", "Get-Content"}, {"type", "Get-Content"},
	{"ls", "Get-ChildItem"}, {"dir", "Get-ChildItem"}, {"gci", "Get-ChildItem"}, {"gi", "Get-Item"}, {"gp", "Get-ItemProperty"}, {"sp", "Set-ItemProperty"}, {"rp", "Remove-ItemProperty"}, {"si", "Set-Item"},
	{"clp", "Clear-ItemProperty"}, {"rnp", "Rename-ItemProperty"}, {"cpp", "Copy-ItemProperty"}, {"mp", "Move-ItemProperty"}, {"gpv", "Get-ItemPropertyValue"},
	{"iwr", "Invoke-WebRequest"}, {"curl", "Invoke-WebRequest"}, {"wget", "Invoke-WebRequest"}, {"irm", "Invoke-RestMethod"}, {"iex", "Invoke-Expression"}, {"icm", "Invoke-Command"}, {"ii", "Invoke-Item"},
	{"saps", "Start-Process"}, {"start", "Start-Process"}, {"sajb", "Start-Job"}, {"sal", "Set-Alias"}, {"nal", "New-Alias"}, {"sv", "Set-Variable"}, {"set", "Set-Variable"}, {"nv", "New-Variable"}, {"gv", "Get-Variable"},
	{"cd", "Set-Location"}, {"sl", "Set-Location"}, {"chdir", "Set-Location"}, {"pushd", "Push-Location"}, {"popd", "Pop-Location"}, {"gl", "Get-Location"}, {"pwd", "Get-Location"},
	{"echo", "Write-Output"}, {"write", "Write-Output"}, {"tee", "Tee-Object"}, {"select", "Select-Object"}, {"sls", "Select-String"}, {"sort", "Sort-Object"}, {"group", "Group-Object"}, {"measure", "Measure-Object"},
	{"%", "ForEach-Object"}, {"foreach", "ForEach-Object"}, {"?", "Where-Object"}, {"where", "Where-Object"}, {"compare", "Compare-Object"}, {"diff", "Compare-Object"},
	{"fl", "Format-List"}, {"ft", "Format-Table"}, {"fw", "Format-Wide"}, {"fc", "Format-Custom"}, {"fhx", "Format-Hex"}, {"oh", "Out-Host"}, {"ogv", "Out-GridView"},
	{"kill", "Stop-Process"}, {"spps", "Stop-Process"}, {"ps", "Get-Process"}, {"gps", "Get-Process"}, {"gsv", "Get-Service"}, {"sasv", "Start-Service"}, {"spsv", "Stop-Service"}, {"sleep", "Start-Sleep"},
	{"gcm", "Get-Command"}, {"gm", "Get-Member"}, {"gal", "Get-Alias"}, {"gu", "Get-Unique"}, {"gjb", "Get-Job"}, {"rcjb", "Receive-Job"}, {"rjb", "Remove-Job"}, {"wjb", "Wait-Job"}, {"spjb", "Stop-Job"},
	{"man", "help"}, {"h", "Get-History"}, {"history", "Get-History"}, {"ghy", "Get-History"}, {"ihy", "Invoke-History"}, {"r", "Invoke-History"}, {"cls", "Clear-Host"}, {"clear", "Clear-Host"},
	{"epcsv", "Export-Csv"}, {"ipcsv", "Import-Csv"}, {"epal", "Export-Alias"}, {"ipmo", "Import-Module"}, {"rmo", "Remove-Module"}, {"gmo", "Get-Module"}, {"nmo", "New-Module"},
	{"iwmi", "Invoke-WmiMethod"}, {"gwmi", "Get-WmiObject"}, {"rwmi", "Remove-WmiObject"}, {"swmi", "Set-WmiInstance"}, {"gcim", "Get-CimInstance"}, {"icim", "Invoke-CimMethod"}, {"rcim", "Remove-CimInstance"},
	{"rvpa", "Resolve-Path"}, {"cvpa", "Convert-Path"}, {"ndr", "New-PSDrive"}, {"mount", "New-PSDrive"}, {"gdr", "Get-PSDrive"}, {"rdr", "Remove-PSDrive"}, {"rv", "Remove-Variable"}, {"clv", "Clear-Variable"},
	{"etsn", "Enter-PSSession"}, {"exsn", "Exit-PSSession"}, {"nsn", "New-PSSession"}, {"gsn", "Get-PSSession"}, {"rsn", "Remove-PSSession"}, {"shcm", "Show-Command"}, {"gin", "Get-ComputerInfo"}, {"scb", "Set-Clipboard"}, {"gcb", "Get-Clipboard"},
}
