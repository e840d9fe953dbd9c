import { posix } from 'node:path'
import { type FileMove, makesConfig } from './fileMove.js'
import type { ProviderPlan } from './providerElement.js'
import type { Source } from './source.js'

/** Where the kit is made: after wagmi's config, or in a file of its own. */
export type KitPlace =
  | {
      readonly move: FileMove
      /** Where the config's declaration ends. */
      readonly after: number
      /** Its name there. */
      readonly config: string
      /** How the provider names the module; undefined where it stands there itself. */
      readonly fromProvider?: string | undefined
    }
  | KitModule

/** A new file, and how the provider and the kit name each other's modules: with an extension where the page has them. */
export interface KitModule {
  readonly move?: undefined
  readonly path: string
  readonly fromProvider: string
  readonly fromKit: string
  readonly config: string
}

/** The kit is made where the config is, if that is where the peer has made it: it is client code then. Otherwise in a file of its own. */
export function kitPlace({
  provider,
  home,
  moves,
}: {
  readonly provider: ProviderPlan
  /** The provider's file. */
  readonly home: FileMove
  readonly moves: readonly FileMove[]
}): KitPlace {
  const { origin, config } = provider
  if ('declaredUntil' in origin) return { move: home, after: origin.declaredUntil, config }
  const candidates = moves.filter((move) => move !== home && isNamedBy(move.source.path, { from: origin.from, home }))
  const [move] = candidates
  const after = move && candidates.length === 1 ? madeUntil(move, origin.imported) : undefined
  if (move && after !== undefined) return { move, after, config: origin.imported, fromProvider: origin.from }
  return kitModule(provider)
}

/** Is it the file that a module's name means, by its place from the provider's or behind an alias? */
export function isNamedBy(path: string, { from, home }: { readonly from: string; readonly home: FileMove }): boolean {
  const bare = path.replace(/\.[mc]?[jt]sx?$/, '').replace(/(^|\/)index$/, '')
  const wanted = from.replace(/\.[mc]?[jt]sx?$/, '').replace(/\/index$/, '')
  if (wanted.startsWith('.')) return bare === posix.join(posix.dirname(home.source.path), wanted).replace(/^\.$/, '')
  const behindAlias = /^[@~#][^/]*\/(.+)$/.exec(wanted)?.[1]
  return behindAlias !== undefined && (bare === behindAlias || bare.endsWith(`/${behindAlias}`))
}

/**
 * Returns where the declaration of an exported config ends that the peer makes, or whose connectors it makes; undefined
 * where there is none.
 */
function madeUntil({ source: { nodes, parents }, use, peer }: FileMove, name: string): number | undefined {
  const bindings = use.imports.flatMap((each) => each.bindings)
  if (!bindings.some(({ imported }) => makesConfig(peer, imported))) return undefined
  for (const node of nodes) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.id.name !== name) continue
    const statement = parents.get(node)
    const around = statement && parents.get(statement)
    if (around?.type !== 'ExportNamedDeclaration' || parents.get(around)?.type !== 'Program') continue
    return around.end
  }
  return undefined
}

/** Returns why a file of its own can't be made there; undefined where it can. */
export function problemOf(
  place: KitPlace,
  { provider, paths }: { readonly provider: ProviderPlan; readonly paths: readonly string[] },
): string | undefined {
  if (place.move) return undefined
  const { source, origin } = provider
  if ('from' in origin && !isRelative(origin.from) && /(^|\/)pages\//.test(source.path))
    return `the config comes from ${origin.from}, and every file beside ${source.path} is a page`
  return paths.includes(place.path) ? `the kit would be made in ${place.path}, which is there already` : undefined
}

/** Does it name a file by its place from this one? */
const isRelative = (from: string): boolean => /^\.\.?\/.*[^/.]$/.test(from)

/** A file of its own: beside the config's module where that is named by its place, otherwise beside the provider. */
function kitModule({ source, origin, config }: ProviderPlan): KitModule {
  const from = 'from' in origin ? origin.from : ''
  const folder = isRelative(from) ? posix.dirname(from) : '.'
  const extension = /^\..*(\.[jt]s)x?$/.exec(from)?.[1] ?? ''
  return {
    path: posix.join(posix.dirname(source.path), folder, source.style.typed ? 'foyer.ts' : 'foyer.js'),
    fromProvider: `${folder}/foyer${extension}`,
    fromKit: isRelative(from) ? `./${posix.basename(from)}` : from,
    config,
  }
}

/** Returns the path by which a file names a module that another names so. */
export function moduleFrom(path: string, { from, source }: { readonly from: string; readonly source: Source }): string {
  if (!from.startsWith('.')) return from
  const relative = posix.relative(posix.dirname(path), posix.join(posix.dirname(source.path), from))
  return relative.startsWith('.') ? relative : `./${relative}`
}
