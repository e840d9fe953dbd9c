import { LinkButton } from '@foyer/parts'
import type { ReactNode } from 'react'
import { say } from '../messages/say.js'
import type { Coming } from './useComing.js'

/** Shows why a part of the page hasn't come, in its place, with the way to it. */
export function NotCome({ sentence, again }: Extract<Coming<unknown>, { readonly is: 'failed' }>): ReactNode {
  return (
    <p className="small" role="alert">
      {sentence} <LinkButton onClick={again}>{say('confirm.again')}</LinkButton>
    </p>
  )
}
