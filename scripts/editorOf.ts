import ts from 'typescript'
import { root } from './processes.mjs'
import { conditions } from './workspace.mjs'

/** TypeScript's own service, which editors ask, of files that stand on no disk: their packages are those of the folder that each would stand in. */
export function editorOf(files: ReadonlyMap<string, string>): ts.LanguageService {
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile)
  const given = { ...config.compilerOptions, composite: false, incremental: false, customConditions: conditions }
  const { options } = ts.convertCompilerOptionsFromJson(given, root)
  const read = (path: string) => files.get(path) ?? ts.sys.readFile(path)
  return ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    readFile: read,
    fileExists: (path) => files.has(path) || ts.sys.fileExists(path),
    getScriptFileNames: () => [...files.keys()],
    getScriptVersion: () => '1',
    getScriptSnapshot: (path) => ts.ScriptSnapshot.fromString(read(path) ?? ''),
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  })
}
