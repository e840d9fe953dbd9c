import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'

export interface LinkButtonProps extends ButtonAttributes {
  icon?: ReactNode | undefined
  partName?: string | undefined
  children: ReactNode
}

/** An action that reads like a link: the lesser of two ways. */
export function LinkButton({ icon, partName, children, type = 'button', ...rest }: LinkButtonProps): ReactNode {
  return (
    <button
      {...rest}
      data-look="dim"
      {...part({ name: 'link-button', states: { disabled: rest.disabled }, also: partName })}
      type={type}
    >
      {icon}
      {children}
    </button>
  )
}
