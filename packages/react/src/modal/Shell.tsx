import type { Clock } from '@foyer/core'
import { contextOf } from '@foyer/core/internal'
import { shakeMs } from '@foyer/core/view'
import { type DialogProps, motion } from '@foyer/parts'
import * as React from 'react'
import { type ComponentType, type ReactNode, useEffect, useId, useState } from 'react'
import { useObservable } from '../useObservable.js'
import { Card } from './Card.js'
import { BesidePlace } from './CardNotices.js'
import type { ModalScope } from './modalContext.js'

// React has it since 19.2. A bundler refuses a name that the React of a host lacks, and Node does; what is asked for with `?.` is looked up when the page runs.
const Activity: typeof React.Activity | undefined = React?.Activity

/** The props of the frame around the card. */
export interface FrameProps
  extends Pick<DialogProps, 'open' | 'labelledBy' | 'onRequestClose' | 'shaking' | 'beside' | 'children'> {
  readonly foyer: ModalScope['foyer']
}

export interface ShellProps {
  readonly scope: ModalScope
  readonly frame: ComponentType<FrameProps>
}

/** The card in its frame. What is in it is there while it's open, and for the moment that it takes to fade. */
export function Shell({ scope, frame: Frame }: ShellProps): ReactNode {
  const { foyer, source } = scope
  const { open, opening, ready, state } = useObservable(source)
  const titleId = useId()
  const shaking = useShaking({ shakes: state.view.shakes, clock: contextOf(foyer).clock })
  const present = usePresence({ open, foyer })
  // What stands ready is drawn out of sight and without its effects, when there is nothing else to do. React 18 can't, and draws when it opens.
  useEffect(() => {
    if (!present && Activity) source.makeReady()
  }, [present, source])
  // The first card, where the press has it fetched, is drawn by what is compiled already.
  const Ahead = opening > 0 ? Activity : undefined
  const card = present || ready ? <Card key={opening} scope={scope} state={state} titleId={titleId} /> : null
  return (
    <Frame
      foyer={foyer}
      open={open}
      labelledBy={titleId}
      onRequestClose={foyer.close}
      shaking={shaking}
      beside={present ? <BesidePlace {...scope} /> : null}
    >
      {Ahead ? <Ahead mode={present ? 'visible' : 'hidden'}>{card}</Ahead> : card}
    </Frame>
  )
}

function usePresence({ open, foyer }: { readonly open: boolean } & Pick<ModalScope, 'foyer'>): boolean {
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)
  const leaving = present && !open
  useEffect(() => {
    if (!leaving) return
    return contextOf(foyer).clock.setTimeout(() => setPresent(false), motion.cardMs)
  }, [leaving, foyer])
  return present || open
}

/** A refused closing shakes for half a second; one that comes meanwhile makes it begin no second time [S4.20 S9.32]. */
function useShaking({ shakes, clock }: { readonly shakes: number; readonly clock: Clock }): boolean {
  const [settled, setSettled] = useState(shakes)
  const shaking = shakes !== settled
  useEffect(() => {
    if (!shaking) return
    return clock.setTimeout(() => setSettled(shakes), shakeMs)
  }, [shaking, shakes, clock])
  return shaking
}
