import { type Left, satelliteProblem } from './fileMove.js'
import type { Peer } from './peer.js'
import { lineOfText } from './source.js'

export interface MoveManifestParameters {
  /** Of `package.json`. */
  readonly text: string
  /** The project's sources, as they are once moved. */
  readonly sources: readonly string[]
  readonly peers: readonly Peer[]
  /** Of the kit's packages. */
  readonly version: string
}

/** The package that wagmi's own connector imports. */
const client = '@walletconnect/ethereum-provider'

/** The packages that the project's own code comes to import. */
const packages = ['@foyer/core', '@foyer/evm', '@foyer/react', '@foyer/walletconnect']

/**
 * A `package.json` of a host of a peer's: the kit's packages are added, and the peer's is taken away once no source imports it.
 * Any other file stays to the letter.
 * @throws SyntaxError where it isn't JSON
 */
export function moveManifest({ text, sources, peers, version }: MoveManifestParameters): string {
  const manifest: unknown = JSON.parse(text)
  const imported = (name: string) => isImported(sources, name)
  const hosted = peers.flatMap((peer) => {
    const section = sections.find((each) => peer.package in entriesOf(manifest, each))
    return section === undefined ? [] : [{ peer, section }]
  })
  const [first] = hosted
  if (!first || !imported('@foyer/react')) return text
  const { section } = first
  const dependencies: Record<string, unknown> = { ...entriesOf(manifest, section) }
  for (const { peer } of hosted)
    if (!imported(peer.package) && !hasSatellite({ manifest, sources, peer })) delete dependencies[peer.package]
  for (const name of packages) if (imported(name) && !isIn(manifest, name)) dependencies[name] = `^${version}`
  // wagmi 2 has the client of WalletConnect's among its own; of wagmi 3's connector it is a peer.
  const wagmi = sections.map((each) => entriesOf(manifest, each).wagmi).find((each) => each !== undefined)
  const takesClient =
    /^\D*3\b/.test(String(wagmi)) &&
    sources.some((source) => /\bwalletConnect\b.*wagmi\/connectors/.test(source)) &&
    !isIn(manifest, client)
  if (takesClient) dependencies[client] = `npm:@foyer/ethereum-provider@^${version}`
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)))
  const overrides = { ...Object(Reflect.get(Object(manifest), 'overrides')), [client]: `$${client}` }
  // Beside what has it as an optional peer, npm installs the original's client too, unless an override says that both are one.
  const moved = { ...Object(manifest), [section]: sorted, ...(takesClient && { overrides }) }
  const indent = /\n([\t ]+)"/.exec(text)?.[1] ?? '  '
  const written = `${JSON.stringify(moved, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
}

/** Packages that stand on the peer and that no source imports, and for which it stays: a source that does is listed itself. */
export function leftOfManifest({
  manifest: { path, text },
  sources,
  peer,
}: {
  readonly manifest: { readonly path: string; readonly text: string }
  readonly sources: readonly string[]
  readonly peer: Peer
}): Left[] {
  return satellitesIn(JSON.parse(text), peer)
    .filter((name) => !isImported(sources, name))
    .map((name) => ({
      path,
      line: lineOfText(text, text.indexOf(`"${name}"`)),
      problem: satelliteProblem(name, peer),
      guide: `${peer.guide}#signing-in`,
    }))
}

/** Where a package can be listed. */
const sections = ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'] as const

const entriesOf = (manifest: unknown, section: string): Readonly<Record<string, unknown>> => ({
  ...Object(Reflect.get(Object(manifest), section)),
})

const isIn = (manifest: unknown, name: string): boolean => sections.some((each) => name in entriesOf(manifest, each))

const satellitesIn = (manifest: unknown, { satellites }: Peer): string[] =>
  [...new Set(sections.flatMap((each) => Object.keys(entriesOf(manifest, each))))].filter((name) =>
    satellites.test(name),
  )

/** Does the project have a package that stands on the peer? */
const hasSatellite = ({
  manifest,
  sources,
  peer,
}: {
  readonly manifest: unknown
  readonly sources: readonly string[]
  readonly peer: Peer
}): boolean =>
  satellitesIn(manifest, peer).length > 0 ||
  sources.some((source) =>
    [...source.matchAll(/['"]([^'"\n]+)['"]/g)].some(([, name = '']) => peer.satellites.test(name)),
  )

const isImported = (sources: readonly string[], name: string): boolean =>
  sources.some((source) => new RegExp(`['"(]${name}(/[^'"]*)?['")]`).test(source))
