import { type Context, createContext, type ReactNode, type RefObject, useContext } from 'react'
import { part } from '../part.js'
import type { CloseReason, DialogProps } from './Dialog.js'

export interface CardProps extends Pick<DialogProps, 'shaking' | 'children'> {
  cardRef?: RefObject<HTMLDivElement | null> | undefined
}

/** Draws the card that everything of a dialog stands on. */
export function Card({ shaking = false, children, cardRef }: CardProps): ReactNode {
  return (
    <div ref={cardRef} tabIndex={-1} {...part({ name: 'card', states: { shaking } })}>
      {children}
    </div>
  )
}

/** How what is inside a dialog asks for it to be closed. */
export const DialogContext: Context<((reason: CloseReason) => void) | null> = /* @__PURE__ */ createContext<
  ((reason: CloseReason) => void) | null
>(null)

/** Asks the dialog around for its closing; null where there is none. */
export function useCloseRequest(): ((reason: CloseReason) => void) | null {
  return useContext(DialogContext)
}
