import type { ReactNode } from 'react'
import { useFoyer } from '../useFoyer.js'

/** Says that a part of the page didn't come, and fetches it again. */
export function LoadNotice({ onRetry }: { readonly onRetry: () => void }): ReactNode {
  const { button } = useFoyer().options.locale
  return (
    <span role="alert" data-part="load-notice">
      {button['button.notLoaded']}{' '}
      <button type="button" data-part="load-retry" onClick={onRetry}>
        {button['button.tryAgain']}
      </button>
    </span>
  )
}
