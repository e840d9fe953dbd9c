import type { FoyerContext } from '../context.js'

/** Whether what a wallet is about to be asked for is shown first: where the host wants that (`features.preview`), and the wallet's connector shows no words of its own. */
export const isPreviewed = (
  { store, connectors }: Pick<FoyerContext, 'store' | 'connectors'>,
  connectorId: string | undefined,
): boolean => store.getState().features.preview === true && !connectors.get(connectorId ?? '')?.showsWords
