import type { ComponentPropsWithoutRef } from 'react'

/** The attributes by which a test (`data-part`), a host's style sheet (`::part()`) and our own sheet find a piece. */
export interface PartAttributes {
  readonly 'data-part': string
  readonly part: string
  readonly [state: `data-${string}`]: string | undefined
}

/** States of a piece: `true` becomes an empty attribute, a string becomes its value, everything else is left out. */
export type PartStates = Readonly<Record<string, boolean | string | undefined>>

export interface PartParameters {
  readonly name: string
  readonly states?: PartStates | undefined
  /** Further part names a caller wants to be styled by, besides the piece's own. */
  readonly also?: string | undefined
}

/**
 * Names a piece and its states.
 * @example part({ name: 'row', states: { busy: true, size: 'lg' } })
 * // { 'data-part': 'row', 'data-busy': '', 'data-size': 'lg', part: 'row row-busy row-lg' }
 */
export function part({ name, states = {}, also }: PartParameters): PartAttributes {
  const names = [name]
  const attributes: Record<`data-${string}`, string> = {}
  for (const [state, value] of Object.entries(states)) {
    if (!value) continue
    names.push(`${name}-${value === true ? state : value}`)
    attributes[`data-${state}`] = value === true ? '' : value
  }
  if (also) names.push(also)
  return { ...attributes, 'data-part': name, part: names.join(' ') }
}

/** The attributes that a piece which is a button passes on to it. */
export type ButtonAttributes = Omit<ComponentPropsWithoutRef<'button'>, 'part' | 'children'>

/** The attributes that a piece which is a link passes on to it; where it leads, the piece itself judges. */
export type LinkAttributes = Omit<ComponentPropsWithoutRef<'a'>, 'part' | 'children' | 'href' | 'target' | 'rel'>
