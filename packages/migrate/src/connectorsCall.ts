import type { ObjectProperty } from '@babel/types'
import type { MovedConfig } from './configCall.js'
import { type Edit, wholeLine } from './edits.js'
import type { MoveParameters } from './hookCalls.js'
import { isOfKit, keyOf, ofWalletsIn, readOfConfig } from './ofConfig.js'
import { isReference } from './peerImports.js'
import { isNamed, type Located, located, type Source } from './source.js'

const anchor = 'set-up'

/**
 * Takes connectors that the peer makes of groups of wallets out of a config of wagmi's: `createConfig({ connectors: connectorsForWallets([…], { … }) })`, where they
 * are written or under a name of their own.
 */
export function moveConnectors({
  source,
  peer,
  reference,
  inScope,
}: MoveParameters & { readonly inScope: boolean }): MovedConfig {
  const { connectors: name = '' } = peer.config
  const left = (problem: string) => ({ problem, anchor })
  const call = source.parents.get(reference)
  const [groups, options, ...more] = call?.type === 'CallExpression' && call.callee === reference ? call.arguments : []
  if (!call || !groups || options?.type !== 'ObjectExpression' || more.length > 0)
    return left(`${name} isn't called with groups and options that are written out`)
  const ofWallets = ofWalletsIn({ source, groups, peer, of: name })
  const said = readOfConfig({ source, options, peer, name, kept: [], call, inScope })
  if ('problem' in said) return left(said.problem)
  const { metadata, relay } = said
  const remnants = [...ofWallets.remnants, ...said.remnants]
  const edits = takenOut(source, call)
  if (!edits) return left(`what ${name} answers with isn't given to one createConfig as its connectors`)
  if (!isOfKit({ source, call, relay, inScope }))
    return left(`what ${name} is given can't be named where the kit is made`)
  return { edits, ofConfig: { metadata, relay: relay.text || undefined, options: ofWallets.options, remnants } }
}

/** Removes the call, and the key of a config that has what it answers with; undefined where that is anywhere else. */
function takenOut(source: Source, call: Located): Edit[] | undefined {
  const around = source.parents.get(call)
  if (around?.type === 'ObjectProperty') return keyEdits(source, around)
  const statement = around && source.parents.get(around)
  if (around?.type !== 'VariableDeclarator' || around.id.type !== 'Identifier') return undefined
  if (statement?.type !== 'VariableDeclaration' || statement.declarations.length > 1) return undefined
  if (source.parents.get(statement)?.type !== 'Program') return undefined
  const { name } = around.id
  const uses = source.nodes.filter((node) => isNamed(node, name) && node !== around.id && isReference(source, node))
  const properties = new Set(uses.map((node) => source.parents.get(node)))
  const [property, ...more] = [...properties]
  const edits = property?.type === 'ObjectProperty' && more.length === 0 ? keyEdits(source, property) : undefined
  return edits && [...edits, withLine(source.text, statement)]
}

/** The statement's lines, and the empty one behind them where another is before them. */
function withLine(text: string, statement: Located): Edit {
  const edit = wholeLine(text, statement)
  const after = /\n[^\S\n]*\n$/.test(text.slice(0, edit.start)) ? /^[^\S\n]*\n/.exec(text.slice(edit.end)) : null
  return { ...edit, end: edit.end + (after?.[0].length ?? 0) }
}

/** Removes the key `connectors` of the object that createConfig is given. */
function keyEdits({ parents }: Source, property: ObjectProperty & Located): Edit[] | undefined {
  const object = parents.get(property)
  const call = object && parents.get(object)
  if (keyOf(property) !== 'connectors' || object?.type !== 'ObjectExpression') return undefined
  if (call?.type !== 'CallExpression' || call.callee.type !== 'Identifier' || call.callee.name !== 'createConfig')
    return undefined
  const at = object.properties.indexOf(property)
  const [next, former] = [object.properties[at + 1], object.properties[at - 1]]
  if (next) return [{ start: property.start, end: located(next).start, text: '' }]
  return [{ start: former ? located(former).end : property.start, end: property.end, text: '' }]
}
