import { forwardRef, type ReactNode } from 'react'
import { type ButtonAttributes, part, type WithRef } from './part.js'

export interface LinkButtonProps extends ButtonAttributes {
  icon?: ReactNode | undefined
  partName?: string | undefined
  children: ReactNode
}

/** An action that reads like a link: the lesser of two ways. */
export const LinkButton: WithRef<LinkButtonProps, HTMLButtonElement> = /* @__PURE__ */ forwardRef<
  HTMLButtonElement,
  LinkButtonProps
>(function LinkButton({ icon, partName, children, type = 'button', ...rest }, ref) {
  return (
    <button
      {...rest}
      {...part({ name: 'link-button', states: { disabled: rest.disabled }, also: partName })}
      ref={ref}
      type={type}
    >
      {icon}
      {children}
    </button>
  )
})
