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
      <OpenerWatch open={open} heir={heir} />
      <Dialog {...frame} returnFocusTo={() => heir.current?.() ?? null}>
        {card}
      </Dialog>
    </>
  )
}

interface OpenerWatchProps {
  readonly open: boolean
  readonly heir: RefObject<(() => Element | null) | undefined>
}

/** Stands before the dialog, so that it sees who has the focus before the dialog takes it. */
function OpenerWatch({ open, heir }: OpenerWatchProps): ReactNode {
  useLayoutEffect(() => {
    const opener = document.activeElement
    heir.current = open && opener ? openerPlace(opener) : undefined
  }, [open, heir])
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
