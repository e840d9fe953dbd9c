import type { Foyer, FoyerState, Route, ViewName, ViewProps } from '@foyer/core'
import type { ViewCode } from '@foyer/core/internal'
import type { PlainSentenceKey, Sentences } from '@foyer/core/messages'
import type { SkeletonShape } from '@foyer/parts'
import type { ComponentType, ReactNode } from 'react'
import type { Say } from '../headless/say.js'

/** The parts that a title is made of. */
export interface TitleContext {
  readonly foyer: Foyer
  readonly state: FoyerState
  readonly say: Say
}

/** The tabs of Account beside the tokens, and the words of a review: each in the chunk of its feature. */
export type PanelName = 'nfts' | 'activity' | 'words'

/** The names of what has a place of its own in the modal. */
export type ShownName = ViewName | PanelName

/** The sketches of views before their code is there. */
export type Sketches = Readonly<Partial<Record<ShownName, readonly SkeletonShape[]>>>

/** A view of the modal, as the table of its chunk has it. */
export interface ViewEntry {
  /** Returns the title in the card's head. */
  readonly title: (route: Route, context: TitleContext) => string
  readonly draw: (route: Route) => ReactNode
}

declare module '@foyer/core/internal' {
  /** The exports of a chunk of views. */
  interface ViewCode {
    readonly views: ReadonlyMap<ViewName, ViewEntry>
    /** The English sentences that only its views say. */
    readonly sentences?: Partial<Sentences>
    /** The sentences of a package's views in other languages, by the tag of each. */
    readonly translations?: Readonly<Record<string, Partial<Sentences>>>
    /** The sheet that only its views need. */
    readonly css?: string
  }
  interface ViewRoom {
    /** The sketches of its views before their code is there; rows by default. */
    readonly sketches?: Sketches | undefined
  }
}

/** The parts that a chunk brings besides what it draws. */
export type Brought = Pick<ViewCode, 'sentences' | 'css'>

/**
 * One line of a table of views.
 *
 * @param title - a sentence's key, or what makes the title of the route
 * @param visitOf - what makes a visit to it another one, so that its state begins anew
 * @example view('SwitchNetwork', SwitchNetworkView, 'network.switchTitle', ({ networkId }) => networkId)
 */
export function view<Name extends ViewName>(
  name: Name,
  View: ComponentType<ViewProps<Name>>,
  title: PlainSentenceKey | ((context: TitleContext, route: Route<Name>) => string),
  visitOf?: (route: Route<Name>) => string | undefined,
): readonly [Name, ViewEntry] {
  const isHere = (route: { readonly view: ViewName }): route is Route<Name> => route.view === name
  return [
    name,
    {
      title(route, context) {
        if (typeof title === 'string') return context.say(title)
        return isHere(route) ? title(context, route) : ''
      },
      draw: (route) => (isHere(route) ? <View key={visitOf?.(route)} {...route} /> : null),
    },
  ]
}
