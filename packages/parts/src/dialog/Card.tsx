import { type Context, createContext, type ReactNode, type RefObject, useContext, useEffect, useRef } from 'react'
import { motion } from '../motion.js'
import { part } from '../part.js'
import type { CloseReason, DialogProps } from './Dialog.js'

export interface CardProps extends Pick<DialogProps, 'shaking' | 'onShakeEnd' | 'partName' | 'children'> {
  cardRef?: RefObject<HTMLDivElement | null> | undefined
}

/** What everything of a dialog stands on. */
export function Card({ shaking = false, onShakeEnd, partName, children, cardRef }: CardProps): ReactNode {
  const ended = useRef(onShakeEnd)
  useEffect(() => {
    ended.current = onShakeEnd
  })
  useEffect(() => {
    if (!shaking) return
    const timer = setTimeout(() => ended.current?.(), motion.shakeMs)
    return () => clearTimeout(timer)
  }, [shaking])
  return (
    <div ref={cardRef} tabIndex={-1} {...part({ name: 'card', states: { shaking }, also: partName })}>
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
