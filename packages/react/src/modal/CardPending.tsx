import type { ButtonSentences } from '@foyer/core/messages'
import { Button, ErrorState, Header, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { ViewSkeleton } from './ViewSkeleton.js'

export interface CardPendingProps {
  readonly titleId: string
  readonly sentences: ButtonSentences
  readonly failed: boolean
  readonly retry: () => void
}

/** The card while its sentences come, in those that are there from the first. */
export function CardPending({ titleId, sentences, failed, retry }: CardPendingProps): ReactNode {
  return (
    <>
      <Header titleId={titleId} title={sentences['button.connect']} hideTitle closeLabel={sentences['button.close']} />
      <div {...part({ name: 'pending', states: { failed } })}>
        {failed ? (
          <ErrorState
            message={sentences['button.notLoaded']}
            action={
              <Button variant="quiet" size="sm" onClick={retry}>
                {sentences['button.tryAgain']}
              </Button>
            }
          />
        ) : (
          <ViewSkeleton />
        )}
      </div>
    </>
  )
}
