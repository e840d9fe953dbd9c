import type { ReactNode } from 'react'
import { type ButtonAttributes, part } from './part.js'
import { pressUnlessBusy } from './press.js'
import { Spinner } from './Spinner.js'

export interface ButtonProps extends ButtonAttributes {
  /** One `filled` a view: what to do next; `text` is words alone, beside what is likelier. */
  variant?: 'filled' | 'quiet' | 'text' | 'outline' | 'danger' | undefined
  size?: 'md' | 'sm' | undefined
  /** An icon before the words. */
  icon?: ReactNode | undefined
  /** Under way: keeps its width and the focus, shows a spinner, takes no press. */
  busy?: boolean | undefined
  /** A further part name for a host's styles. */
  partName?: string | undefined
  children: ReactNode
}

export function Button(props: ButtonProps): ReactNode {
  const { variant = 'filled', size = 'md', icon, busy, partName, onClick, children, type = 'button', ...rest } = props
  return (
    <button
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      {...rest}
      {...part({ name: 'button', states: { variant, size, busy, disabled: rest.disabled }, also: partName })}
      type={type}
      onClick={pressUnlessBusy({ busy, onClick })}
    >
      <span {...part({ name: 'button-label' })}>
        {icon}
        {children}
      </span>
      {busy ? <Spinner /> : null}
    </button>
  )
}
