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
if exist "%archive%" (
  "%java%" %options% -XX:SharedArchiveFile="%archive%" -jar "%jar%" %*
  exit /b
)
if not exist "%cache%" mkdir "%cache%" 2>nul
if exist "%cache%" start "" /b "%java%" %options% -XX:ArchiveClassesAtExit="%archive%" -cp "%jar%" io.mcpbridge.cli.internal.ArchiveTraining >nul 2>nul
"%java%" %options% -jar "%jar%" %*
exit /b
