import { push } from '@foyer/core/view'
import { ActionButton, part } from '@foyer/parts'
import type { ReactNode } from 'react'
import { useModal } from '../modalContext.js'
import type { AccountFeature } from './accountFeatures.js'

export interface FeatureButtonsProps {
  readonly features: readonly AccountFeature[]
}

/** What can be done with the account: nothing where nothing can. */
export function FeatureButtons({ features }: FeatureButtonsProps): ReactNode {
  const { foyer, say } = useModal()
  if (features.length === 0) return null
  return (
    <ul aria-label={say('account.features')} {...part({ name: 'account-features' })}>
      {features.map(({ feature, route, icon: Icon, label }) => (
        <li key={feature}>
          <ActionButton
            partName="account-feature"
            data-feature={feature}
            label={say(label)}
            icon={<Icon />}
            onClick={() => push(foyer, route)}
          />
        </li>
      ))}
    </ul>
  )
}
