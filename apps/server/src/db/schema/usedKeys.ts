import { usedKeyTable } from '@foyer/service/seal/usedKeys'

/** The LOGIN_KEYS that this database was used with. */
export const usedKeys = usedKeyTable('used_keys')
