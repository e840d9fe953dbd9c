import { type Foyer, onDemand } from '@foyer/core'
import { contextOf, isLoginOffered, viewRoomOf } from '@foyer/core/internal'
import type { ListedWallet } from '@foyer/core/wallets'
import type { TooltipProps } from '@foyer/parts'
import type { ComponentType } from 'react'
import type { Pairing } from '../headless/pairing.js'
import type { KnownSentences } from '../headless/say.js'
import { createPiece, type Piece } from '../piece.js'
import type { Styles } from './createStyles.js'
import type { Brought, ShownName, Sketches, ViewEntry } from './viewEntry.js'

/** The parts of a pairing that a view shows. */
export type ShownPairing = Pick<Pairing, 'phase' | 'notice' | 'silent' | 'uri' | 'start'>

export interface PairingCodeProps {
  /** Whom the code is for; any wallet where there is none. */
  readonly wallet: ListedWallet | undefined
  readonly pairing: ShownPairing
}

/** The pieces of the modal that come after its first view. */
export interface Views {
  /** There is a login: Connect comes with it, and else with the shell. */
  readonly hasLogin: boolean
  /** A view by its name, or what a tab of Account shows: the same piece each time. */
  readonly at: (name: ShownName) => Piece<ViewEntry>
  /** Returns the sketch of a view before its code is there, as far as that is known by now. */
  readonly sketchOf: (name: ShownName) => Sketches[ShownName]
  /** The alert over every view when the developer has something to put right. */
  readonly alert: Piece<ComponentType>
  /** The part beside the card. */
  readonly beside: Piece<typeof import('./Beside.js').Beside>
  /** The explanation of a sign: it comes with the other views. */
  readonly tooltip: Piece<ComponentType<TooltipProps>>
  /** The part in the head of Account. */
  readonly network: Piece<ComponentType>
  /** The box to tick first, where the host asks for it. */
  readonly legal: Piece<ComponentType>
  /** The part that Connect shows where there is no wallet. */
  readonly noWallet: Piece<ComponentType>
  /** The code to scan, and what draws it: a phone that opens its wallets by links has no need of it. */
  readonly code: Piece<ComponentType<PairingCodeProps>>
}

const waiting = ['image', 'text', 'text'] as const
const code = ['code', 'text'] as const

/** The sketches that may be seen before the chunk of the common views is there: these are of it. */
const firstSketches: Sketches = {
  Account: ['avatar', 'text', 'row', 'row', 'row'],
  ConnectingExternal: waiting,
  SwitchNetwork: waiting,
  ConnectingWalletConnect: code,
  ConnectingWalletConnectBasic: code,
}

type ViewsCode = typeof import('./views/viewsCode.js')

/** The modal's views. Which chunk holds a view is said by a table in the chunk of the common ones, see `views/viewsCode.ts`. */
export function createViews({
  foyer,
  styles,
  english,
}: {
  readonly foyer: Foyer
  /** The English sentences that are there: what a chunk brings joins them, before the first view that says it is drawn. */
  readonly english: KnownSentences
  readonly styles: Pick<Styles, 'add'>
}): Views {
  const context = contextOf(foyer)
  const { report } = context
  let sketches = firstSketches
  const pieces = new Map<ShownName, Piece<ViewEntry>>()
  const at = (name: ShownName): Piece<ViewEntry> => {
    const present = pieces.get(name)
    if (present) return present
    const piece = createPiece({
      chunk: name,
      load: async () => (await loadCode()).loadView({ name, foyer, add }),
      report,
    })
    pieces.set(name, piece)
    return piece
  }
  const add = ({ sentences, css }: Brought) => {
    Object.assign(english, sentences)
    if (css) styles.add(css)
  }
  const loadCode = onDemand({
    chunk: 'views',
    async load() {
      const code = await import('./views/viewsCode.js')
      add(code)
      sketches = code.sketches
      // Each is drawn at once from now on.
      for (const name of code.views.keys()) at(name).load()
      beside.load()
      return code
    },
  })
  const piece = <Name extends keyof ViewsCode>(name: Name): Piece<ViewsCode[Name]> =>
    createPiece({ chunk: 'views', load: async () => (await loadCode())[name], report })
  const beside = piece('Beside')
  const hasLogin = isLoginOffered(context)
  // Once the modal is wanted: it is the first that is seen.
  if (hasLogin) at('Connect').load()
  return {
    hasLogin,
    at,
    beside,
    sketchOf: (name) => sketches[name] ?? viewRoomOf(context, name)?.sketches?.[name],
    alert: piece('DeveloperAlert'),
    tooltip: piece('Tooltip'),
    network: piece('NetworkChip'),
    legal: piece('LegalCheckbox'),
    noWallet: piece('NoWallet'),
    code: createPiece({
      chunk: 'code',
      load: async () => (await (await loadCode()).loadPairingCode()).default,
      report,
    }),
  }
}
