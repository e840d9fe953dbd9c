// Builds everything that runs or is published. What hasn't changed since the last build isn't built again.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join as joinPath, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { seconds } from './install.mjs'
import { root, run } from './processes.mjs'
import { writeTemplates } from './templates.mjs'
import { buildTypes } from './types.mjs'
import { conditions, entriesOf, isExternal, kitPackages, manifestOf } from './workspace.mjs'

/** The bundler warns of each `'use client'`; what becomes of it is tested on the packed files. */
const onLog = (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log)

// Whatever NODE_ENV the run has (a test's is `test`), what is built is what is published.
const oxc = { jsx: { runtime: 'automatic', development: false } }

const demoParts = ['core', 'embedded', 'evm', 'solana', 'bitcoin', 'react', 'walletconnect', 'parts', 'page'].map(
  (name) => `packages/${name}`,
)
const walletParts = ['core', 'solana', 'bitcoin', 'signing', 'walletconnect', 'parts', 'page', 'testing']
  .concat(['cosmos', 'near', 'polkadot', 'multiversx', 'algorand', 'tezos', 'cardano'])
  .map((name) => `packages/${name}`)

// Nobody waits for it on a bad line: what matters there is that it signs with the field's own library.
const walletLimits = { chunkSizeWarningLimit: 1_000 }
// Cardano's own libraries are written for Node, and have streams among what they don't use.
const walletAlias = { stream: 'readable-stream' }

const embeddedParts = ['core', 'custody', 'embedded', 'login', 'signing', 'parts', 'page'].map(
  (name) => `packages/${name}`,
)

// The wallet's own pages, of the sources: what is built of them is the same to the byte, wherever it is built.
const embeddedWallet = {
  server: ['src/host/serve.ts', 'src/host/main.ts'],
  fromSource: true,
  limits: { sourcemap: false },
  // What nearly all of its pages load, with all that this needs, is one file: apart by which page uses which, it would be a dozen, and a sixth heavier.
  groups: [
    {
      name: 'wallet',
      test: /wallet\/src\/(login\/(login|sign)|servers\/(device|servers|session)|vault\/(deviceStore|deviceDatabase|runTask|startWorker)|store|settings)\.ts$/,
    },
    // And what all draw with, and what a visitor logs in with in a window of the wallet's own.
    {
      name: 'drawing',
      test: /wallet\/src\/views\/(mount|Message|Thing)\.tsx?$|parts\/src\/(Field|DigitsField|Facts|Link|LinkButton|Skeleton|VisuallyHidden)\.tsx$/,
    },
    {
      name: 'ownWindow',
      test: /wallet\/src\/(popup\/(ContinueWays|LoginHere)|doors\/openDoor|login\/(byDoor|ownLogin))\.tsx?$/,
    },
  ],
}

/** What is built, in order: its folder, the folders that go into it, and how. */
const builds = [
  ...kitPackages.map((name) => [`packages/${name}`, ['packages/parts', 'packages/signing'], buildPackage]),
  ['packages/create-foyer', ['examples'], buildCreateFoyer],
  ['packages/migrate', [], buildNode],
  ['stack', ['packages/page'], buildNode],
  ['apps/server', ['packages/custody', 'packages/login', 'packages/relay', 'packages/service'], buildServer],
  ['apps/keeper', ['packages/custody', 'packages/service'], buildServer],
  ['apps/demo', demoParts, (folder) => buildPage(folder, { pages: ['headless'] })],
  ['apps/sample-wallet', walletParts, (folder) => buildPage(folder, { limits: walletLimits, alias: walletAlias })],
  ['apps/wallet', embeddedParts, (folder) => buildPage(folder, embeddedWallet)],
]

/**
 * Builds the packages, the server, the local stack, the demo and both wallets.
 * @param {readonly string[]} [only] the folders to build, where not all are wanted
 */
export async function build(only = builds.map(([folder]) => folder)) {
  const started = Date.now()
  const done = []
  const mode = process.env.NODE_ENV
  for (const [folder, others, work] of builds) {
    if (only.includes(folder)) done.push(await once(folder, others, () => work(folder)))
  }
  // Vite sets it for whoever comes after, and tests must not run as if in production.
  if (mode === undefined) delete process.env.NODE_ENV
  else process.env.NODE_ENV = mode
  const built = done.filter((folder) => folder !== undefined)
  console.log(built.length > 0 ? `Built ${built.join(', ')} in ${seconds(started)} s.` : 'Built already.')
}

/** Runs a build unless its inputs are the same as last time. */
async function once(folder, others, work) {
  const stamp = `${root}.foyer/built/${folder.replaceAll('/', '-')}`
  const hash = createHash('sha256')
  for (const each of [folder, ...others, 'scripts']) await addFolder(hash, `${root}${each}`)
  for (const each of ['pnpm-lock.yaml', 'tsconfig.base.json']) hash.update(await readFile(`${root}${each}`))
  const inputs = hash.digest('hex')
  const [before, there] = await Promise.all([readFile(stamp, 'utf8').catch(() => ''), exists(`${root}${folder}/dist`)])
  if (before === inputs && there) return undefined
  // Gone before the work begins: a build that fails half way must not pass for the one before it.
  await rm(stamp, { force: true })
  await work()
  await mkdir(`${root}.foyer/built`, { recursive: true })
  await writeFile(stamp, inputs)
  return folder
}

async function addFolder(hash, folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (['node_modules', 'dist', '.next'].includes(entry.name) || entry.name.includes('.test.')) continue
    const path = joinPath(folder, entry.name)
    if (entry.isDirectory()) await addFolder(hash, path)
    else if (entry.isFile()) hash.update(path.slice(root.length)).update(await readFile(path))
  }
}

const exists = async (path) =>
  readdir(path).then(
    () => true,
    () => false,
  )

/** One published package: JavaScript whose `import()` borders stay, and types in one file an entry. */
async function buildPackage(folder) {
  const manifest = await manifestOf(folder)
  const entries = entriesOf(folder, manifest)
  const external = isExternal(manifest)
  const { build: vite } = await import('vite')
  await rm(`${root}${folder}/dist`, { recursive: true, force: true })
  const [{ output: published }] = await vite({
    configFile: false,
    root: `${root}${folder}`,
    logLevel: 'warn',
    oxc,
    resolve: { conditions },
    define: { 'process.env.NODE_ENV': 'process.env.NODE_ENV' },
    build: {
      target: 'es2022',
      minify: false,
      cssMinify: true,
      sourcemap: true,
      lib: { entry: entries, formats: ['es'] },
      rolldownOptions: {
        external,
        onLog,
        // A file a module, as in the source: what a host doesn't use, its bundler sees and leaves out.
        output: {
          preserveModules: true,
          preserveModulesRoot: `${root}${folder}/src`,
          entryFileNames: '[name].js',
          // Minifiers of hosts don't write constants where they are used: that is done here, where names and comments stay.
          minify: { compress: { target: 'es2022' }, mangle: false, codegen: { removeWhitespace: false } },
        },
      },
    },
  })
  const namesIn = new Map(published.map(({ fileName, exports }) => [fileName, exports]))
  for (const [name, members] of Object.entries(joined[folder] ?? {})) await join({ folder, name, members, namesIn })
  await buildTypes({ folder, entries, external })
  for (const [name, target] of Object.entries(manifest.exports)) {
    if (!name.endsWith('.css')) continue
    await writeFile(`${root}${folder}/${target.default}`, await sheet(`${root}${folder}/${target['foyer-source']}`))
    // A compiler that looks for what is imported for its effect alone (`noUncheckedSideEffectImports`, as TypeScript 6 does unasked) finds it.
    await writeFile(
      `${root}${folder}/${target.types}`,
      '/** A sheet: it is imported for its effect alone. */\nexport {}\n',
    )
  }
}

/** A sheet with those that it imports in their places: it is published as one file. */
async function sheet(path) {
  const parts = (await readFile(path, 'utf8')).split(/^@import "(.+)";\n/m)
  const whole = parts.map((part, index) => (index % 2 === 0 ? part : sheet(joinPath(dirname(path), part))))
  return (await Promise.all(whole)).join('')
}

function featureOf(room) {
  return `${room}/feature`
}

/**
 * What is published in one file although the source has several: a bundler makes a chunk for each set of steps that share a module, so what several
 * steps share would be as many chunks as there are such sets. By package and file; `*` stands for all modules of a room.
 */
const joined = {
  'packages/core': {
    // What a wallet or a server answers goes wrong in a class of its own: with the session, and with all that speaks.
    failures: [
      ...['connection', 'failure', 'foreignError', 'http', 'InvalidResponseError', 'wallet'].map(
        (name) => `errors/${name}`,
      ),
      ...['caip', 'hex', 'wellWritten'].map((name) => `chain/${name}`),
      ...['networks/urls', 'wire/sdk', 'loading/whenLoaded', 'messages/say', 'query/watch', 'store/observable'],
    ],
    // The schemas that what speaks with a node shares with what speaks with the operator's server; and whom a visitor has paid, which is parsed too.
    schemas: ['wire/baseUnits', 'wire/call', 'wire/jsonRpc', 'send/paid'],
    // Which wallet is which, for the first view and for what connects.
    wallet: ['connector/listedWallet', 'offered/offeredWallets'],
    // What speaks with nodes, servers and wallets elsewhere, the amounts that they answer with, and where what is known is kept; without schemas, as a page may import one of these itself.
    exchange: [
      'api/ask',
      'chain/amount',
      'chain/display',
      'chain/families',
      'chain/messageText',
      'http/*',
      'links/*',
      'login/methods',
      'clock/sleep',
      'errors/alerts',
      'errors/action',
      'errors/feature',
      'catalogue/en/alert',
      'networks/networkUrls',
      'platform/openLink',
      'query/definition',
      'wire/limits',
      // What each feature is, with the rules of its views: for what adds them to a kit, and for what looks up the feature of a view.
      ...['features', 'feature/feature', 'login/emailRules'],
      ...['account', 'activity', 'approvals', 'calls', 'login', 'names', 'onramp', 'pay', 'permissions'].map(featureOf),
      ...['preview', 'send', 'signin', 'swap', 'wallets'].map(featureOf),
    ],
  },
}

/** Puts published modules into one file, which they then only lead to. */
async function join({ folder, name, members, namesIn }) {
  const { rolldown } = await import('rolldown')
  const dist = `${root}${folder}/dist/`
  const isMember = (file) =>
    members.some((member) => file === `${member}.js` || (member.endsWith('/*') && dirname(file) === dirname(member)))
  const files = [...namesIn.keys()].filter(
    (file) => isMember(file) && basename(file) !== 'index.js' && file.endsWith('.js'),
  )
  const inside = new Set(files.map((file) => `${dist}${file}`))
  const entry = `${dist}${name}.js`
  const bundle = await rolldown({
    input: entry,
    // What is built is JavaScript; the root's configuration leads to parts that an image doesn't install.
    tsconfig: false,
    // For a browser it would decide here whether a page is in development, which is the host's bundler to say.
    platform: 'neutral',
    external: (id, importer) =>
      importer !== undefined && !inside.has(id.startsWith('.') ? resolve(dirname(importer), id) : id),
    plugins: [
      {
        name: 'members',
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) => (id === entry ? files.map((file) => `export * from './${file}'`).join('\n') : undefined),
      },
    ],
  })
  await bundle.write({ file: entry, sourcemap: true })
  await bundle.close()
  for (const file of files) {
    await writeFile(
      `${dist}${file}`,
      `export { ${namesIn.get(file).join(', ')} } from './${relative(dirname(file), `${name}.js`)}'\n`,
    )
    await rm(`${dist}${file}.map`, { force: true })
  }
}

/** One program for Node: what npm installs stays outside, our own files become one. */
async function buildNode(folder) {
  const manifest = await manifestOf(folder)
  const { build: vite } = await import('vite')
  const entries = entriesOf(folder, manifest)
  if (manifest.bin) entries.main = `${root}${folder}/src/main.ts`
  await vite({
    configFile: false,
    root: `${root}${folder}`,
    logLevel: 'warn',
    oxc,
    resolve: { conditions },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: entries,
        external: isExternal(manifest),
        output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name].js' },
      },
    },
  })
}

/** The command, and beside it what it makes projects of. */
async function buildCreateFoyer(folder) {
  await buildNode(folder)
  await writeTemplates(`${root}${folder}/dist/templates`)
}

/** A program of the server, and the database that its first start begins with. */
async function buildServer(folder) {
  await buildNode(folder)
  // To compile the embedded database for speed costs more than the seconds of its life repay.
  const { code } = await run(process.execPath, ['--liftoff-only', `${root}scripts/databaseImage.mjs`, folder])
  if (code !== 0) throw new Error('The image of an empty database could not be made.')
}

/** A page for the browser, of the packages as they are published: what a host gets. And the program that serves it. */
async function buildPage(
  folder,
  { limits = {}, pages = [], server = 'src/server/serve.ts', fromSource = false, groups = [], alias = {} } = {},
) {
  const { build: vite } = await import('vite')
  const page = {
    configFile: false,
    root: `${root}${folder}`,
    logLevel: 'warn',
    oxc,
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    // Vite's own conditions, which a list of one's own takes the place of.
    ...(fromSource && {
      resolve: { conditions: [...conditions, 'module', 'browser', 'development|production'] },
      ssr: { resolve: { conditions: [...conditions, 'module', 'node', 'development|production'] } },
    }),
  }
  const common = { target: 'es2022', emptyOutDir: true, sourcemap: true, ...limits }
  // How long plugins take on a busy machine is nobody's concern who only wants to start.
  const checks = { pluginTimings: false }
  await vite({
    ...page,
    resolve: { ...page.resolve, alias },
    build: {
      ...common,
      outDir: 'dist/client',
      manifest: true,
      modulePreload: { polyfill: false },
      rolldownOptions: { checks, onLog, input: 'src/client.tsx', output: { codeSplitting: { groups } } },
    },
  })
  // Pages that share nothing with the first: each from `src/<name>/client.tsx` into a folder of its own.
  for (const name of pages)
    await vite({
      ...page,
      base: `/${name}/`,
      build: {
        ...common,
        outDir: `dist/client/${name}`,
        copyPublicDir: false,
        manifest: true,
        modulePreload: { polyfill: false },
        rolldownOptions: { checks, onLog, input: `src/${name}/client.tsx` },
      },
    })
  await vite({
    ...page,
    build: {
      ...common,
      ssr: true,
      outDir: 'dist/server',
      copyPublicDir: false,
      rolldownOptions: {
        checks,
        onLog,
        input: server,
        output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
      },
    },
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , ...only] = process.argv
  await build(only.length > 0 ? only : undefined)
}
