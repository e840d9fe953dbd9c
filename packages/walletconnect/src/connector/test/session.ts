import type { DappSession } from '../../engine/engine.js'

/** For tests; no entry exports it. A session as an application has it. */
export const testSession = (more: Partial<DappSession> & Pick<DappSession, 'namespaces'>): DappSession => ({
  topic: 'topic',
  pairingTopic: 'pairing',
  controller: 'controller',
  peer: { name: 'Pocket', description: '', url: '', icons: [] },
  requested: {},
  expiresAt: 0,
  disableDeepLink: false,
  ...more,
})
