import type { Clock } from '@foyer/core'
import { Dialog, EmbeddedDialog, motion } from '@foyer/parts'
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { Card } from './Card.js'
import { keepFocus } from './keepFocus.js'
import type { ModalScope } from './modalContext.js'
import { openerPlace } from './openerPlace.js'
import { useShaking } from './useShaking.js'

export interface ShellProps {
  readonly scope: ModalScope
}

/** The dialog. What is in it is there while it's open, and for the moment that it takes to fade. */
export function Shell({ scope }: ShellProps): ReactNode {
  const { foyer, source } = scope
  const { open, opening, state } = useSyncExternalStore(source.subscribe, source.get)
  const titleId = useId()
  const shaking = useShaking({ shakes: state.view.shakes, clock: foyer.context.clock })
  const present = usePresence({ open, foyer })
  const card = present ? <Card key={opening} scope={scope} state={state} titleId={titleId} /> : null
  const frame = { open, labelledBy: titleId, onRequestClose: foyer.close, shaking }
  const heir = useRef<() => Element | null>(undefined)
  if (foyer.options.enableEmbedded) return <EmbeddedDialog {...frame}>{card}</EmbeddedDialog>
  return (
    <>
      <OpenerWatch open={open} heir={heir} clock={foyer.context.clock} />
      <Dialog {...frame} returnFocusTo={() => heir.current?.() ?? null}>
        {card}
      </Dialog>
    </>
  )
}

interface OpenerWatchProps {
  readonly open: boolean
  readonly heir: RefObject<(() => Element | null) | undefined>
  readonly clock: Clock
}

/** Stands before the dialog, so that it sees who has the focus before the dialog takes it. */
function OpenerWatch({ open, heir, clock }: OpenerWatchProps): ReactNode {
  const stop = useRef<() => void>(undefined)
  useLayoutEffect(() => {
    const { activeElement: opener, body } = document
    if (!open) return
    stop.current?.()
    heir.current = opener && opener !== body ? openerPlace(opener) : undefined
    return () => {
      if (heir.current) stop.current = keepFocus({ heir: heir.current, document, clock })
    }
  }, [open, heir, clock])
  useEffect(() => () => stop.current?.(), [])
  return null
}

function usePresence({ open, foyer }: { readonly open: boolean } & Pick<ModalScope, 'foyer'>): boolean {
  const [present, setPresent] = useState(open)
  if (open && !present) setPresent(true)
  const leaving = present && !open
  useEffect(() => {
    if (!leaving) return
    return foyer.context.clock.setTimeout(() => setPresent(false), motion.cardMs)
  }, [leaving, foyer])
  return present || open
}
