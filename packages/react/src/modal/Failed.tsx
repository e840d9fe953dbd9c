import type { PlainSentenceKey } from '@foyer/core/messages'
import { Button, ErrorState, LinkButton, part, RefreshIcon } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from './modalContext.js'

export interface RetryProps {
  readonly retry: () => void
  /** The button's label. */
  readonly words?: PlainSentenceKey | undefined
}

/** Asks again for what couldn't be had. */
export function Retry({ retry, words = 'button.tryAgain' }: RetryProps): ReactNode {
  const { say } = useModal()
  return (
    <Button variant="quiet" size="sm" icon={<RefreshIcon />} partName="retry" onClick={retry}>
      {say(words)}
    </Button>
  )
}

/** The same as a link. */
export function RetryLink({ retry, words = 'button.tryAgain' }: RetryProps): ReactNode {
  const { say } = useModal()
  return (
    <LinkButton icon={<RefreshIcon />} partName="retry" onClick={retry}>
      {say(words)}
    </LinkButton>
  )
}

export interface MissingProps extends RetryProps {
  readonly partName: string
  readonly message: string
  /** `status`: nothing that is shown is wrong. */
  readonly role?: 'alert' | 'status' | undefined
}

/** A part of it couldn't be had: beside what is known. */
export function Missing({ partName, message, role = 'alert', ...retry }: MissingProps): ReactNode {
  return (
    <div role={role} {...part({ name: partName })}>
      <span>{message}</span>
      <RetryLink {...retry} />
    </div>
  )
}

/** The failure, in place of what was asked for. */
export function Failed({ message, ...retry }: RetryProps & { readonly message: string }): ReactNode {
  return <ErrorState message={message} action={<Retry {...retry} />} />
}
