import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { motion } from '../motion.js'
import { part } from '../part.js'
import type { DialogProps } from './Dialog.js'

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
