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
rem A static archive: that made at exit lacks picocli, whose class files are old. Newer JDKs keep them only if the constant pools
rem of the list (@cp) have not linked them. A run that starts meanwhile must not see half of the archive.
"%java%" %options% -XX:DumpLoadedClassList="%archive%.all" -cp "%jar%" io.mcpbridge.cli.internal.ArchiveTraining && findstr /v /b /l /c:"@cp" "%archive%.all" >"%archive%.list"
if exist "%archive%.list" "%java%" %options% -Xshare:dump -XX:SharedClassListFile="%archive%.list" -XX:SharedArchiveFile="%archive%.new" -cp "%jar%" && move /y "%archive%.new" "%archive%"
for %%S in (all list new) do if exist "%archive%.%%S" del /q "%archive%.%%S"
rd "%archive%.lock"
exit /b
