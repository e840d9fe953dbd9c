import { type FileMove, makesConfig } from './fileMove.js'
import type { KitPlace } from './kitPlace.js'
import { type Located, type Source, textOf } from './source.js'

/**
 * Returns the uses of the peer's that make the config which the kit is made over: of several, the one that its
 * declaration names. Each has a relay and a name of its own, of which the kit has one.
 */
export function usesOfKit(moves: readonly FileMove[], place: KitPlace | undefined): ReadonlySet<Located> {
  const uses = moves.flatMap((move) =>
    move.use.imports
      .flatMap(({ bindings }) => bindings)
      .filter(({ imported }) => makesConfig(move.peer, imported))
      .flatMap(({ references }) => references.map((reference) => ({ move, reference }))),
  )
  if (uses.length < 2) return new Set(uses.map(({ reference }) => reference))
  const [found] = uses.filter(({ move, reference }) => move === place?.move && isNamed(move.source, reference, place))
  return new Set(found ? [found.reference] : [])
}

/** Is it in the declaration of the kit's config, or in one that this names? */
function isNamed(source: Source, reference: Located, { config }: KitPlace): boolean {
  const name = declaredBy(source, reference)
  const text = source.nodes.flatMap((node) =>
    node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.id.name === config && node.init
      ? [textOf(source, node.init)]
      : [],
  )
  return name === config || text.some((each) => name !== undefined && each.split(/[^\w$]+/).includes(name))
}

function declaredBy({ parents }: Source, node: Located): string | undefined {
  for (let at = parents.get(node); at; at = parents.get(at))
    if (at.type === 'VariableDeclarator') return at.id.type === 'Identifier' ? at.id.name : undefined
  return undefined
}
