// The types of published packages, in one file an entry.
import { readFile } from 'node:fs/promises'
import { withoutNumbers } from './numbers.mjs'
import { root } from './processes.mjs'
import { conditions, entriesOf, kitPackages, manifestOf } from './workspace.mjs'

const compilerOptions = {
  rootDir: root,
  // By its path: of what is found in `node_modules` the compiler writes no types.
  paths: { '@foyer/signing/*': [`${root}packages/signing/src/*.ts`] },
}

/** Does each export of a package say its own type? */
const saysTypes = async (folder) =>
  (await readFile(`${root}${folder}/tsconfig.json`, 'utf8')).includes('"isolatedDeclarations": true')

let reading

/** Reads the sources of all packages whose types the compiler writes, where for each it would read those of its neighbours and of their dependencies anew. */
async function readSources() {
  const [{ default: ts }, { globalContext }] = await Promise.all([
    import('typescript'),
    import('rolldown-plugin-dts/tsc-context'),
  ])
  const rootNames = []
  for (const folder of kitPackages.map((name) => `packages/${name}`))
    if (!(await saysTypes(folder))) rootNames.push(...Object.values(entriesOf(folder, await manifestOf(folder))))
  const { config } = ts.readConfigFile(`${root}tsconfig.base.json`, ts.sys.readFile)
  const given = {
    ...config.compilerOptions,
    ...compilerOptions,
    composite: false,
    incremental: false,
  }
  const { options } = ts.convertCompilerOptionsFromJson(given, root)
  // Where the plugin looks before it reads.
  globalContext.programs.push(ts.createProgram({ rootNames, options }))
}

/** The compiler writes the types of a package whose schemas are the source of its types; a quicker tool those where each export says its own (`isolatedDeclarations`). */
export async function buildTypes({ folder, entries, external }) {
  const [{ rolldown }, { dts }] = await Promise.all([import('rolldown'), import('rolldown-plugin-dts')])
  if (!(await saysTypes(folder))) {
    reading ??= readSources()
    await reading
  }
  const types = dts({
    emitDtsOnly: true,
    sourcemap: false,
    tsconfig: `${root}${folder}/tsconfig.json`,
    compilerOptions,
  })
  const bundle = await rolldown({
    input: entries,
    checks: { pluginTimings: false },
    // What is declared of one of our own files is merged below.
    onLog: (level, log, handle) => log.message?.includes('`declare module ".') || handle(level, log),
    external: (id) => external(id) || id.endsWith('.css') || id.includes('?inline'),
    resolve: { conditionNames: [...conditions, 'types', 'import', 'default'] },
    plugins: [types, tidyTypes],
  })
  // The plugin makes `.d.ts` of these; given `.d.ts` itself, it names the types `index2` and leaves the entry empty.
  await bundle.write({
    dir: `${root}${folder}/dist`,
    entryFileNames: '[name].js',
    chunkFileNames: 'types/[name].js',
  })
  await bundle.close()
}

/** What features of the kit, and packages beside it, merge their own into: by the name of the package that exports it. */
const open = {
  ...{ AttemptKinds: '@foyer/core', Features: '@foyer/core', KitEvents: '@foyer/core', ViewParams: '@foyer/core' },
  Fetchable: '@foyer/core/query',
}

/** A type that a declaration names: none of its members, nor of another module, nor of a comment. */
const named = /(?<![.\w$'"])[A-Z]\w*\b(?!['"?:(])/g
/** The types of the language itself. */
const builtIn = new Set(['Omit', 'Partial', 'Pick', 'Promise', 'Readonly', 'ReadonlyArray', 'Record', 'Uint8Array'])

/**
 * What one of our files declares of another, by its path, where there are no such files: of what is open to packages by its name, else not at all. In the sources the types
 * beside the interface are in scope there, and the compiler leaves out their imports.
 */
function merged(body, name, say) {
  if (!open[name]) return ''
  const qualified = body
    .split(/(\/\*\*[\s\S]*?\*\/)/)
    .map((part) =>
      part.startsWith('/**')
        ? part
        : part.replace(named, (type) => (type === name || builtIn.has(type) ? type : say(type))),
    )
    .join('')
  return `declare module '${open[name]}' {\n${qualified}}\n`
}

/** Says a type by the entry of the package that exports it, unless it stands in the same file. */
const sayIn = (bundle, code) => (type) => {
  const isThere = `^(export )?(declare )?(interface|type|class) ${type}\\b|^import [^;]*\\b${type}(?= ?[,}])[^;]*;$`
  if (new RegExp(isThere, 'm').test(code)) return type
  const entries = Object.values(bundle).flatMap(({ isEntry, exports, name: file }) =>
    isEntry && exports.includes(type) ? file.replace(/\.d$/, '').replace(/(^|\/)index$/, '') : [],
  )
  // The package's own comes first.
  const [entry] = entries.toSorted()
  if (entry === undefined) throw new Error(`${type} is declared as open to other packages, and no entry exports it.`)
  return `import('@foyer/core${entry && `/${entry}`}').${type}`
}

/** Brings doc comments back in line, and leaves out where in the workspace a type came from and which numbered statement it fulfils: both are the sources' own. */
const tidyTypes = {
  name: 'tidy-types',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue
      chunk.code = chunk.code
        .replace(
          /^( *)(.*)([;{]) (?=\/\*\*)/gm,
          (_, indent, before, end) => `${indent}${before}${end}\n${indent}${end === '{' ? '  ' : ''}`,
        )
        .replace(/^( *)\/\*\*[\s\S]*?\*\//gm, (words, indent) => words.replace(/\n\s*\*/g, `\n${indent} *`))
        // What one of our files declares of another, by its path, is for this workspace: here are no such files.
        .replace(/^declare module ['"]\.[^'"]*['"] \{\n( +interface (\w+)\b(?:.*\n)+?)\}\n/gm, (_, body, name) =>
          merged(body, name, sayIn(bundle, chunk.code)),
        )
        .replace(/^\/\/(#(end)?region.*| packages\/.*\.d\.ts)\n/gm, '')
        .replace(/^ *\*.*$|\/\*\*.*$/gm, withoutNumbers)
        .replace(/^\s*\* @see *\n/gm, '')
    }
  },
}
