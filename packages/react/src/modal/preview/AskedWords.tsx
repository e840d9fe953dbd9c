import { Understood } from '@foyer/parts/request'
import { type ReactNode, useContext, useEffect } from 'react'
import { useReadPreview } from '../../headless/preview.js'
import { useModal } from '../modalContext.js'
import { ReviewedContext, type ReviewedRequest } from '../review/Review.js'
import { ReviewedWords } from './RequestWords.js'

/** In a review: what the wallet is about to be asked for, beside what the review says itself. */
export function AskedWords(): ReactNode {
  const reviewed = useContext(ReviewedContext)
  return reviewed ? <Words {...reviewed} /> : null
}

function Words({ request, understood, setUnderstood, follow }: ReviewedRequest): ReactNode {
  const { say } = useModal()
  const preview = useReadPreview(request)
  const { shown, hold } = preview
  useEffect(() => follow({ shown, hold }), [follow, shown, hold])
  return (
    <>
      <ReviewedWords preview={preview} />
      {shown?.isDeliberate ? (
        <Understood
          label={say('preview.understood')}
          isOn={understood === shown}
          onChange={(isOn) => setUnderstood(isOn ? shown : undefined)}
        />
      ) : null}
    </>
  )
}
