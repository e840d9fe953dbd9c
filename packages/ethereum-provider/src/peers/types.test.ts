import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { expect, test } from 'vitest'

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** The sources that both releases import, each read once. */
const sources = new Map<string, ts.SourceFile | undefined>()
function compilerHost(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  return {
    ...host,
    getSourceFile(name, ...others) {
      if (!sources.has(name)) sources.set(name, host.getSourceFile(name, ...others))
      return sources.get(name)
    },
  }
}

/** Returns the compiler's complaints about a file, with this package in the place of the original's. */
function complaints({ file, core }: { readonly file: string; readonly core: string }): readonly string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    customConditions: ['foyer-source'],
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['vite/client', 'node'],
    typeRoots: [at('node_modules/@types')],
    paths: {
      '@walletconnect/ethereum-provider': [at('src/index.ts')],
      '@wagmi/core': [at(`node_modules/${core}`)],
      '@wagmi/core/internal': [at(`node_modules/${core}/dist/types/exports/internal.d.ts`)],
    },
  }
  const program = ts.createProgram([file], options, compilerHost(options))
  const source = program.getSourceFile(file)
  if (!source) throw new Error(`${file} is not there.`)
  const resolved = program
    .getSourceFiles()
    .some(({ fileName }) => fileName.endsWith('/ethereum-provider/src/EthereumProvider.ts'))
  if (!resolved) throw new Error('The file doesn’t import this package.')
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
    ({ messageText, start = 0 }) => {
      const { line } = source.getLineAndCharacterOfPosition(start)
      return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`
    },
  )
}

const releases = [
  ['2', 'wagmi-connectors-5', 'wagmi-core-2'],
  // What is installed for the test beside this is held to these types by the compiler, at each run.
  ...(process.env.FOYER_FULL ? [['3', '@wagmi/connectors', '@wagmi/core'] as const] : []),
] as const

test.each(releases)(
  'the connector of wagmi %s, as it is written, compiles against this package’s types',
  (_, connectors, core) => {
    expect(complaints({ file: at(`node_modules/${connectors}/src/walletConnect.ts`), core })).toEqual([])
  },
)
