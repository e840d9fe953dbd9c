import type { Budgets } from '@foyer/service/budget/budget'
import { createProvider, type Provider, type ProviderParameters } from './provider.js'
import type { ProviderBudget } from './turns.js'

/** Makes what asks a provider, once for each name: networks of one provider share its budget and its rest. */
export type CreateProvider = (request: { name: string; budget?: ProviderBudget | undefined }) => Provider

export interface CreateProvidersParameters extends Omit<ProviderParameters, 'name' | 'budget'> {
  /** by name, for those that the operator has a key for */
  known: Readonly<Record<string, ProviderBudget>>
  budgets: Budgets
}

/** The usual budget of a free key. */
const usualBudget: ProviderBudget = { perSecond: 3, perDay: 100_000 }

export function createProviders({ known, budgets, ...rest }: CreateProvidersParameters): CreateProvider {
  const made = new Map<string, Provider>()
  return ({ name, budget: given = usualBudget }) => {
    const provider = made.get(name) ?? createProvider({ ...rest, name, budget: { ...(known[name] ?? given), budgets } })
    made.set(name, provider)
    return provider
  }
}
