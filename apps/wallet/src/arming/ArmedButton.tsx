import { Button, LinkButton } from '@foyer/parts'
import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useContext,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { ShownIn } from './arming.js'
import { Reason } from './Reason.js'
import { scopes } from './scopes.js'
import { useArming } from './useArming.js'

/** Where a press decides: in a page of the wallet's own, unless it says otherwise. */
interface Shown {
  readonly shownIn?: ShownIn | undefined
}

type ButtonProps = ComponentProps<typeof Button> & Shown

/** The hook that arms the buttons below it: a test of what a page does has one that takes every press. */
export const Arms = createContext(useArming)

/** A button of the wallet's own pages whose press decides: it counts as an approval's does in a window, once all that stands around it was in view. */
export function ArmedButton({ shownIn, ...props }: ButtonProps): ReactNode {
  const { armed, reason } = useArmedPress(props, shownIn)
  return (
    <>
      <Button {...props} {...armed} />
      {reason}
    </>
  )
}

/** The same that reads like a link. */
export function ArmedLinkButton(props: ComponentProps<typeof LinkButton>): ReactNode {
  const { armed, reason } = useArmedPress(props)
  return (
    <>
      <LinkButton {...props} {...armed} />
      {reason}
    </>
  )
}

/** Returns the attributes of a button that is armed, and what says why it isn't. */
function useArmedPress(
  { onClick, disabled, ...given }: Pick<ButtonProps, 'onClick' | 'disabled' | 'busy'>,
  shownIn: ShownIn = 'window',
) {
  const id = useId()
  const mark = useRef<HTMLDivElement>(null)
  const scope = useRef<HTMLElement>(null)
  const [wasEarly, setEarly] = useState(false)
  // Before the arming looks for it: a child's effects come first, and what stands around is there with it.
  useLayoutEffect(() => {
    scope.current = mark.current?.closest<HTMLElement>(scopes) ?? document.body
  }, [])
  const useArms = useContext(Arms)
  const { status, takes } = useArms({ element: scope, key: '', shownIn })
  const isReady = status === 'armed'
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!takes(event.nativeEvent)) {
      // Neither is what it submits.
      event.preventDefault()
      return setEarly(true)
    }
    setEarly(false)
    onClick?.(event)
  }
  return {
    armed: {
      'aria-disabled': given.busy || !isReady || undefined,
      'aria-describedby': id,
      onClick: press,
    },
    reason: <Reason {...{ id, status, shownIn }} element={scope} isSaid={wasEarly && !disabled} place={mark} />,
  }
}
