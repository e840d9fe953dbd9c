import type { Peer } from './peer.js'

export interface MoveManifestParameters {
  /** Of `package.json`. */
  readonly text: string
  /** The project's sources, as they are once moved. */
  readonly sources: readonly string[]
  readonly peers: readonly Peer[]
  /** Of the kit's packages. */
  readonly version: string
}

/** What wagmi's own connector imports. */
const client = '@walletconnect/ethereum-provider'

/** What the project's own code comes to import. */
const packages = ['@foyer/core', '@foyer/evm', '@foyer/react', '@foyer/walletconnect']

/**
 * A `package.json` of a host of a peer's: the kit's packages are added, and the peer's is taken away once no source imports it.
 * Any other file stays to the letter.
 * @throws SyntaxError where it isn't JSON
 */
export function moveManifest({ text, sources, peers, version }: MoveManifestParameters): string {
  const manifest: unknown = JSON.parse(text)
  const given: unknown = Reflect.get(Object(manifest), 'dependencies')
  const dependencies: Record<string, unknown> = { ...Object(given) }
  const imported = (name: string) => sources.some((source) => new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(source))
  const hosted = peers.filter((peer) => peer.package in dependencies)
  if (hosted.length === 0 || !imported('@foyer/react')) return text
  for (const peer of hosted) if (!imported(peer.package)) delete dependencies[peer.package]
  for (const name of packages) if (imported(name)) dependencies[name] ??= `^${version}`
  // wagmi 2 has the client of WalletConnect's among its own; of wagmi 3's connector it is a peer.
  const takesClient =
    /^\D*3\b/.test(String(dependencies.wagmi)) &&
    sources.some((source) => /\bwalletConnect\b.*wagmi\/connectors/.test(source)) &&
    !(client in dependencies)
  if (takesClient) dependencies[client] = `npm:@foyer/ethereum-provider@^${version}`
  const sorted = Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)))
  const overrides = { ...Object(Reflect.get(Object(manifest), 'overrides')), [client]: `$${client}` }
  // Beside what has it as an optional peer, npm installs the original's client too, unless it is told that both are one.
  const moved = { ...Object(manifest), dependencies: sorted, ...(takesClient && { overrides }) }
  const indent = /\n([\t ]+)"/.exec(text)?.[1] ?? '  '
  const written = `${JSON.stringify(moved, undefined, indent)}${text.endsWith('\n') ? '\n' : ''}`
  return text.includes('\r\n') ? written.replaceAll('\n', '\r\n') : written
}
