import { type FileMove, fileMove, finishFile, type Left, leftAt, moveUses } from './fileMove.js'
import { foyerCode } from './foyerCode.js'
import { moveManifest } from './manifest.js'
import { newImports } from './newImports.js'
import { type Peer, sheet } from './peer.js'
import { findPeerUse } from './peerImports.js'
import { foyerModule, type ProviderPlan, providerEdits, readProvider } from './providerElement.js'
import { freeName, parseSource } from './source.js'

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
  const changes = 'left' in found ? [] : moveAll({ moves, files, manifest, provider: found.provider })
  if ('left' in found) left.push(...found.left)
  else left.push(...moves.flatMap((move) => move.left))
  if (manifest) {
    const untouched = files.filter(({ path }) => changes.every((change) => change.path !== path))
    const sources = [...untouched.map(({ text }) => text), ...changes.map(({ after }) => after)]
    const after = moveManifest({ text: manifest.text, sources, peers: [peer], version })
    changes.push({ path: manifest.path, before: manifest.text, after })
  }
  return {
    changes: changes.filter(({ before, after }) => before !== after),
    left: left.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line),
  }
}

/** The files that import the peer; one that can't be read is left. */
function readFiles({ files, peer }: Pick<MigrateParameters, 'files' | 'peer'>) {
  const moves: FileMove[] = []
  const left: Left[] = []
  for (const file of files) {
    if (!file.text.includes(peer.package)) continue
    try {
      const source = parseSource(file)
      const use = findPeerUse(source, peer)
      if (use.imports.length + use.modules.length + use.opaque.length > 0) moves.push(fileMove({ source, peer, use }))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      const line: unknown = Reflect.get(Object(Reflect.get(error, 'loc')), 'line')
      left.push({ path: file.path, line: Number(line ?? 1), problem: `isn't understood as code: ${error.message}` })
    }
  }
  return { moves, left }
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
}): { readonly provider: ProviderPlan | undefined } | { readonly left: readonly Left[] } {
  const anchor = peer.provider.toLowerCase()
  const places = moves.flatMap((move) => {
    const bindings = move.use.imports.flatMap((each) => each.bindings)
    const named = new Map(bindings.map(({ local, imported }) => [local, imported]))
    const uses = bindings.filter(({ imported }) => imported === peer.provider)
    return uses
      .flatMap(({ references }) => references)
      .filter((node) => move.source.parents.get(node)?.type !== 'JSXClosingElement')
      .map((node) => ({ move, node, named }))
  })
  const [only, ...more] = places
  if (!only) {
    const [first] = moves
    if (!first || files.some(({ text }) => text.includes('<FoyerProvider'))) return { provider: undefined }
    const problem = `nothing is moved: the folder has no ${peer.provider}`
    return { left: [{ path: first.source.path, line: 1, problem, guide: `${peer.guide}#${anchor}` }] }
  }
  const leftOf = (problem: string) => ({
    left: places.map(({ move, node }) => leftAt(move, { node, problem: `nothing is moved: ${problem}`, anchor })),
  })
  if (more.length > 0) return leftOf(`${peer.provider} stands in ${places.length} places`)
  const { move, node, named } = only
  const provider = readProvider({ source: move.source, peer, reference: node, named })
  if ('problem' in provider) return leftOf(provider.problem)
  const { path } = foyerModule(provider)
  if ('from' in provider.origin && files.some((file) => file.path === path))
    return leftOf(`the kit would be made in ${path}, which is there already`)
  return { provider }
}

function moveAll({
  moves,
  files,
  manifest,
  provider,
}: {
  readonly moves: readonly FileMove[]
  readonly provider: ProviderPlan | undefined
} & Pick<MigrateParameters, 'files' | 'manifest'>): Change[] {
  const changes: Change[] = []
  const home = provider && moves.find(({ source }) => source === provider.source)
  const inline = provider && 'declaredUntil' in provider.origin
  if (home && provider) {
    const { fromProvider } = foyerModule(provider)
    const nameOf = (name: string) => (inline ? freeName(home.source, name) : home.imports.name(fromProvider, name))
    const names = { foyer: nameOf('foyer'), follow: nameOf('FollowWagmi') }
    home.edits.push(...providerEdits({ plan: provider, imports: home.imports, names }))
  }
  for (const move of moves)
    moveUses(move, { config: !provider ? 'left' : inline && move === home ? 'beside' : 'elsewhere' })
  if (home && provider) {
    const ofConfig = moves.find((move) => move.ofConfig)?.ofConfig ?? { metadata: {} }
    const made = makeFoyer({ home, provider, ofConfig, projectId: projectIdOf(manifest) })
    if (made) changes.push(made)
    // A sheet that an earlier import has is replaced where it stands.
    if (
      moves.every(({ use }) => use.modules.every(({ to }) => to !== sheet)) &&
      !files.some(({ text }) => text.includes(sheet))
    )
      home.imports.module(sheet)
  }
  for (const { source, use, edits } of moves)
    for (const { place, to } of use.modules) {
      const { start, end } = place
      const quote = source.text.charAt(start)
      edits.push({ start, end, text: `${quote}${to}${quote}` })
    }
  for (const move of moves) changes.push({ path: move.source.path, before: move.source.text, after: finishFile(move) })
  return changes
}

/** Makes the kit: after the config where the provider's file declares that, otherwise in a file of its own. */
function makeFoyer({
  home,
  provider,
  ofConfig: { metadata, relay },
  projectId,
}: {
  readonly home: FileMove
  readonly provider: ProviderPlan
  readonly ofConfig: NonNullable<FileMove['ofConfig']>
  readonly projectId: string
}): Change | undefined {
  const { source, origin, config, options } = provider
  const { style } = source
  const inline = 'declaredUntil' in origin
  const target = inline ? source : { ...source, nodes: [], names: new Set([config]) }
  const imports = inline ? home.imports : newImports(target)
  const names = {
    config,
    foyer: freeName(target, 'foyer'),
    follow: freeName(target, 'FollowWagmi'),
    createFoyer: imports.name('@foyer/core', 'createFoyer'),
    wagmi: imports.name('@foyer/evm/wagmi', 'wagmi'),
    followWagmi: imports.name('@foyer/evm/wagmi', 'followWagmi'),
    useEffect: imports.name('react', 'useEffect'),
  }
  const connectors = relay === undefined ? [] : [`${imports.name('@foyer/walletconnect', 'walletConnect')}(${relay})`]
  const code = foyerCode({ style, names, projectId, metadata, connectors, options, exported: !inline })
  const { newline, quote, semicolon } = style
  if (inline) {
    const at = origin.declaredUntil
    const after = /^\s*?\n[\t ]*\r?\n/.test(source.text.slice(at)) ? '' : newline
    home.edits.push({ start: at, end: at, text: `${newline}${newline}${code}${after}` })
    return undefined
  }
  const named =
    origin.imported === config
      ? `{ ${config} }`
      : origin.imported === 'default'
        ? config
        : `{ ${origin.imported} as ${config} }`
  const { path, config: from } = foyerModule(provider)
  const line = `import ${named} from ${quote}${from}${quote}${semicolon}${newline}`
  const after = `${imports.finish().lines}${line}${newline}${code}${newline}`
  return { path, before: undefined, after }
}

/** A name for the project at a server of the kit's, which is needed once there is one: the package's own. */
function projectIdOf(manifest: ProjectFile | undefined): string {
  const name: unknown = manifest && Reflect.get(Object(JSON.parse(manifest.text)), 'name')
  return (typeof name === 'string' && name.replace(/^@[^/]*\//, '')) || 'my-dapp'
}
