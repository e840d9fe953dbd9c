import { type FileMove, fileMove, finishFile, type Left, leftAt, moveUses } from './fileMove.js'
import { foyerCode } from './foyerCode.js'
import type { ImportedName } from './importedNames.js'
import { usesOfKit } from './kitConfig.js'
import { isNamedBy, type KitPlace, kitPlace, moduleFrom, problemOf } from './kitPlace.js'
import { leftOfManifest, moveManifest } from './manifest.js'
import { newImports } from './newImports.js'
import { type FoyerOptions, type Peer, sheet } from './peer.js'
import { findPeerUse, type PeerUse } from './peerImports.js'
import { type ProviderPlan, providerEdits, readProvider } from './providerElement.js'
import type { Remnant } from './remnant.js'
import { freeName, parseSource, type Source } from './source.js'
import { isCode, namedIn } from './unreadFiles.js'

/** A file of the folder, by its path from there. */
export interface ProjectFile {
  readonly path: string
  readonly text: string
}

/** A file that is written anew; one that wasn't there has no text before. */
export interface Change {
  readonly path: string
  readonly before: string | undefined
  readonly after: string
}

export interface Migration {
  readonly changes: readonly Change[]
  readonly left: readonly Left[]
}

export interface MigrateParameters {
  /** The sources of the project. */
  readonly files: readonly ProjectFile[]
  /** Its `package.json`, where it stands in the folder. */
  readonly manifest?: ProjectFile | undefined
  readonly peer: Peer
  /** Of the kit's packages that the project comes to depend on. */
  readonly version: string
}

/**
 * Computes how a project is moved; writes nothing. What isn't understood stays to the letter and is listed.
 * @example migrate({ files, manifest, peer: rainbowKit, version: '1.0.0' }).left
 */
export function migrate({ files, manifest, peer, version }: MigrateParameters): Migration {
  const { moves, left } = readFiles({ files, peer })
  const found = findProvider({ moves, files, peer })
  const changes = 'left' in found ? [] : moveAll({ moves, files, manifest, found: found.found })
  if ('left' in found) left.push(...found.left)
  else left.push(...moves.flatMap((move) => move.left))
  if (manifest) {
    const untouched = files.filter(({ path }) => changes.every((change) => change.path !== path))
    const sources = [...untouched.map(({ text }) => text), ...changes.map(({ after }) => after)]
    const after = moveManifest({ text: manifest.text, sources, peers: [peer], version })
    changes.push({ path: manifest.path, before: manifest.text, after })
    left.push(...leftOfManifest({ manifest, sources, peer }))
  }
  return {
    changes: changes.filter(({ before, after }) => before !== after),
    left: left.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line),
  }
}

/** The files that import the peer; one that can't be read is left. */
function readFiles({ files, peer }: Pick<MigrateParameters, 'files' | 'peer'>) {
  const read: { readonly source: Source; readonly use: PeerUse }[] = []
  const left: Left[] = []
  for (const file of files) {
    if (!isCode(file.path)) {
      left.push(...namedIn(file, peer))
      continue
    }
    if (!file.text.includes(peer.scope)) continue
    try {
      const source = parseSource(file)
      const use = findPeerUse(source, peer)
      if (Object.values(use).some((found) => found.length > 0)) read.push({ source, use })
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const line: unknown = Reflect.get(Object(Reflect.get(error, 'loc')), 'line')
      left.push({ path: file.path, line: Number(line ?? 1), problem: `isn't understood as code: ${error.message}` })
    }
  }
  const signsIn = read.some(({ use }) =>
    use.imports.some(({ bindings }) => bindings.some(({ imported }) => imported === peer.signIn)),
  )
  return { moves: read.map((each) => fileMove({ ...each, peer, signsIn })), left }
}

/** The project's provider, the file that has it, and where the kit is made. */
interface Found {
  readonly provider: ProviderPlan
  readonly home: FileMove
  readonly place: KitPlace
}

/** The project's only provider; none where an earlier run has moved it; or why nothing can be moved. */
function findProvider({
  moves,
  files,
  peer,
}: {
  readonly moves: readonly FileMove[]
  readonly files: readonly ProjectFile[]
  readonly peer: Peer
}): { readonly found: Found | undefined } | { readonly left: readonly Left[] } {
  const anchor = peer.provider.toLowerCase()
  const places = moves.flatMap((move) => {
    const bindings = move.use.imports.flatMap((each) => each.bindings)
    const uses = bindings.filter(({ imported }) => imported === peer.provider)
    return uses
      .flatMap(({ references }) => references)
      .filter((node) => move.source.parents.get(node)?.type !== 'JSXClosingElement')
      .map((node) => ({ move, node }))
  })
  const [only, ...more] = places
  if (!only) {
    const [first] = moves
    if (!first || files.some(({ text }) => text.includes('<FoyerProvider'))) return { found: undefined }
    const problem = `nothing is moved: the folder has no ${peer.provider}`
    return { left: [{ path: first.source.path, line: 1, problem, guide: `${peer.guide}#${anchor}` }] }
  }
  const leftOf = (problem: string) => ({
    left: places.map(({ move, node }) => leftAt(move, { node, problem: `nothing is moved: ${problem}`, anchor })),
  })
  if (more.length > 0) return leftOf(`${peer.provider} stands in ${places.length} places`)
  const { move: home, node } = only
  const provider = readProvider({ source: home.source, peer, reference: node })
  if ('problem' in provider) return leftOf(provider.problem)
  const place = kitPlace({ provider, home, moves })
  const problem = problemOf(place, { provider, paths: files.map(({ path }) => path) })
  return problem === undefined ? { found: { provider, home, place } } : leftOf(problem)
}

function moveAll({
  moves,
  files,
  manifest,
  found,
}: {
  readonly moves: readonly FileMove[]
  readonly found: Found | undefined
} & Pick<MigrateParameters, 'files' | 'manifest'>): Change[] {
  const changes: Change[] = []
  if (found) {
    const { home, provider, place } = found
    const made = namesAt(place)
    const { fromProvider } = place
    const nameOf = (name: string) => (fromProvider === undefined ? name : home.imports.name(fromProvider, name))
    const names = { foyer: nameOf(made.foyer), follow: nameOf(made.follow) }
    home.edits.push(...providerEdits({ plan: provider, imports: home.imports, names }))
  }
  const ofKit = usesOfKit(moves, found?.place)
  for (const move of moves) {
    const place = !found ? 'left' : found.place.move === move ? 'beside' : 'elsewhere'
    moveUses(move, { config: { place, isOfKit: (reference) => ofKit.has(reference) } })
  }
  const ofConfig = moves.find((move) => move.ofConfig)?.ofConfig
  const remnants = found ? remnantsOf({ ...found, ofConfig, files }) : []
  if (found) {
    const made = makeFoyer({ ...found, ofConfig, remnants, projectId: projectIdOf(manifest) })
    if (made) changes.push(made)
    // A sheet that an earlier import has is replaced where it stands.
    if (
      moves.every(({ use }) => use.modules.every(({ to }) => to !== sheet)) &&
      !files.some(({ text }) => text.includes(sheet))
    )
      found.home.imports.module(sheet)
  }
  for (const { source, use, edits } of moves)
    for (const { place, to } of use.modules) {
      const { start, end } = place
      const quote = source.text.charAt(start)
      edits.push({ start, end, text: `${quote}${to}${quote}` })
    }
  for (const move of moves)
    changes.push({ path: move.source.path, before: move.source.text, after: finishFile(move, remnants) })
  return changes
}

/** Returns what is kept as comments where the kit is made. */
function remnantsOf({
  home,
  provider,
  ofConfig,
  files,
}: Found & { readonly ofConfig: FileMove['ofConfig'] } & Pick<MigrateParameters, 'files'>): Remnant[] {
  const { peer } = home
  const { origin, metadata } = provider
  const guide = `${peer.guide}#set-up`
  const remnants = [...(ofConfig?.remnants ?? []), ...provider.remnants]
  const [named, shown] = [ofConfig?.metadata.name, metadata.name]
  if (named !== undefined && shown !== undefined && named !== shown)
    remnants.push({
      text: `the name ${JSON.stringify(shown)}`,
      of: peer.provider,
      write: 'the kit has one, metadata: { name }, and wallets are shown it',
      guide,
    })
  if ('from' in origin && !files.some(({ path }) => isNamedBy(path, { from: origin.from, home })))
    remnants.push({
      text: provider.config,
      of: origin.from,
      write: `it isn't in this folder; where ${peer.title} makes it, write wagmi's createConfig there, and here connectors: [walletConnect({ projectId })] and metadata: { name }`,
      guide,
    })
  return remnants
}

/** The kit, and what follows wagmi, by names that are free where they are made. */
function namesAt({ move, config }: KitPlace): { readonly foyer: string; readonly follow: string } {
  const target = move?.source ?? { names: new Set([config]) }
  return { foyer: freeName(target, 'foyer'), follow: freeName(target, 'FollowWagmi') }
}

/** Makes the kit: after the config, or in a file of its own. */
function makeFoyer({
  home,
  provider,
  place,
  ofConfig,
  remnants,
  projectId,
}: Found & {
  readonly ofConfig: FileMove['ofConfig']
  readonly remnants: readonly Remnant[]
  readonly projectId: string
}): Change | undefined {
  const { source, origin } = provider
  const { move, config } = place
  const path = 'path' in place ? place.path : place.move.source.path
  const target = move?.source ?? { ...source, path, nodes: [], names: new Set([config]) }
  const { style } = target
  const imports = move?.imports ?? newImports(target)
  const names = {
    ...namesAt(place),
    config,
    createFoyer: imports.name('@foyer/core', 'createFoyer'),
    wagmi: imports.name('@foyer/evm/wagmi', 'wagmi'),
    followWagmi: imports.name('@foyer/evm/wagmi', 'followWagmi'),
    useEffect: imports.name('react', 'useEffect'),
  }
  const relay = ofConfig?.relay
  const connectors = relay === undefined ? [] : [`${imports.name('@foyer/walletconnect', 'walletConnect')}(${relay})`]
  const options: FoyerOptions = { ...provider.options, ...ofConfig?.options }
  const metadata = { ...provider.metadata, ...ofConfig?.metadata }
  const context = {
    style,
    config,
    nameOf: ({ from, name }: ImportedName) =>
      imports.name(move === home ? from : moduleFrom(path, { from: home.peer.modules[from] ?? from, source }), name),
  }
  const isExported = move !== home
  const code = foyerCode({ context, names, projectId, metadata, connectors, options, remnants, exported: isExported })
  const { newline, quote, semicolon } = style
  if (!('path' in place)) {
    const { move, after: at } = place
    // An empty line follows, unless one is there or the file ends.
    const after = /^\s*?\n[\t ]*\r?\n|^\s*$/.test(move.source.text.slice(at)) ? '' : newline
    move.edits.push({ start: at, end: at, text: `${newline}${newline}${code}${after}` })
    return undefined
  }
  const imported = 'from' in origin ? origin.imported : config
  const named = imported === config ? `{ ${config} }` : imported === 'default' ? config : `{ ${imported} as ${config} }`
  const line = `import ${named} from ${quote}${place.fromKit}${quote}${semicolon}${newline}`
  const after = `${imports.finish().lines}${line}${newline}${code}${newline}`
  return { path, before: undefined, after }
}

/** A name for the project at a server of the kit's, which is needed once there is one: the package's own. */
function projectIdOf(manifest: ProjectFile | undefined): string {
  const name: unknown = manifest && Reflect.get(Object(JSON.parse(manifest.text)), 'name')
  return (typeof name === 'string' && name.replace(/^@[^/]*\//, '')) || 'my-dapp'
}
