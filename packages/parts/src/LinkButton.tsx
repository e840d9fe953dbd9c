import {
  type ComponentPropsWithoutRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type ReactNode,
  type RefAttributes,
} from 'react'
import { part } from './part.js'

export interface LinkButtonProps extends Omit<ComponentPropsWithoutRef<'button'>, 'part' | 'children'> {
  icon?: ReactNode | undefined
  partName?: string | undefined
  children: ReactNode
}

/** An action that reads like a link: the lesser of two ways. */
export const LinkButton: ForwardRefExoticComponent<LinkButtonProps & RefAttributes<HTMLButtonElement>> =
  /* @__PURE__ */ forwardRef<HTMLButtonElement, LinkButtonProps>(function LinkButton(
    { icon, partName, children, type = 'button', ...rest },
    ref,
  ) {
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
