import { forwardRef, type ReactNode } from 'react'
import { type ButtonAttributes, part, type WithRef } from './part.js'

export interface ActionButtonProps extends ButtonAttributes {
  label: string
  icon: ReactNode
  partName?: string | undefined
}

/** One of a few things to do, side by side: a sign with its word below. */
export const ActionButton: WithRef<ActionButtonProps, HTMLButtonElement> = /* @__PURE__ */ forwardRef<
  HTMLButtonElement,
  ActionButtonProps
>(function ActionButton({ label, icon, partName, type = 'button', ...rest }, ref) {
  return (
    <button
      {...rest}
      {...part({ name: 'action-button', states: { disabled: rest.disabled }, also: partName })}
      ref={ref}
      type={type}
    >
      <span {...part({ name: 'action-icon' })}>{icon}</span>
      <span {...part({ name: 'action-label' })}>{label}</span>
    </button>
  )
})
