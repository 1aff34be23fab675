@echo off
rem Starts mcp.jar, which lies beside this script, with Java 17 or newer: that of JAVA_HOME, or else of PATH.
rem The first run makes an archive of the loaded classes (AppCDS) below %LOCALAPPDATA%, in the background.
setlocal
set "jar=%~dp0mcp.jar"
set "java=java.exe"
if defined JAVA_HOME set "java=%JAVA_HOME%\bin\java.exe"
for %%F in ("%java%") do if not "%%~$PATH:F"=="" set "java=%%~$PATH:F"
if not exist "%java%" (
  echo mcp: no Java found; set JAVA_HOME to a JDK or JRE 17 or newer 1>&2
  exit /b 5
)
set "cache=%LOCALAPPDATA%\mcp-bridge"
for %%J in ("%jar%") do for %%E in ("%java%") do set "key=%%~zJ-%%~tJ-%%~zE-%%~tE"
set "key=%key::=%"
set "key=%key:/=%"
set "key=%key: =%"
set "archive=%cache%\mcp-%key%.jsa"
set options=-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:-UsePerfData -Xshare:auto -Xlog:disable
if "%~1"=="--make-archive" goto archive
if exist "%archive%" (
  "%java%" %options% -XX:SharedArchiveFile="%archive%" -jar "%jar%" %*
  exit /b
)
if not exist "%cache%" mkdir "%cache%" 2>nul
rem mkdir fails if the folder exists, so that one run makes the archive. One that was killed leaves it: not for ever.
forfiles /p "%cache%" /m mcp-*.jsa.lock /d -1 /c "cmd /c rd @path" >nul 2>nul
mkdir "%archive%.lock" 2>nul && start "" /b cmd /d /c ""%~f0" --make-archive" <nul >nul 2>nul
"%java%" %options% -jar "%jar%" %*
exit /b

:archive
rem A run that starts meanwhile must not see half of it.
"%java%" %options% -XX:ArchiveClassesAtExit="%archive%.new" -cp "%jar%" io.mcpbridge.cli.internal.ArchiveTraining && move /y "%archive%.new" "%archive%"
if exist "%archive%.new" del /q "%archive%.new"
rd "%archive%.lock"
exit /b
