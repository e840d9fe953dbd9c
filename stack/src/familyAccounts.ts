/**
 * PUBLICLY KNOWN: the first accounts of `devMnemonic` in the families beside EVM, Solana and Bitcoin, by the local network's CAIP-2 id. Whatever is sent to their
 * keys' addresses on a public network is stolen at once.
 */
export const devFamilyAddresses = {
  'cosmos:foyer-1': [
    'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e7',
    'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z',
    'cosmos1htamarexaxhgdsp0xu6sppeyx7avtvqrdf6t5g',
  ],
  'near:localnet': [
    '82b08c7cedd90d57506d15f600a268adfb5b4122fd9380b2f7714f7291d86133',
    '9c4e7585cc9c899adc43c6646c4e9aa79adf94c9e7a5e169932f8b849c52a7fb',
    '6793d3f2e0ffadb18aeec5f44b27db3009888d05b0d7e8fe4fd21b0d13f053ab',
  ],
  'polkadot:674fbecdca3fc4c5edcd2f52b5f43646': [
    '15kyC2xTckettUR82sbpzmSx9k1KgYBcVLLP2q1RySgWm2V9',
    '12zQQQpan3ZUkweegot9UegPfZZLMFW5AxFYwBQZ9RgCbqnG',
    '15V4h6Ws6PqN72WRrjUheWAqJhwhDGWH4rEDhMGuqXv2vqeC',
  ],
  'mvx:chain': [
    'erd1v38vje2t7rvccq2utxcamernpvchnshr6r8x4q9l2f0ekd3tqj2qcl7fs7',
    'erd13c36kqq5rnvzhl952n24tcm5an575e8js3ymxrr5jwwjus4ves6sh7zjyc',
    'erd1ltu9aq2x7hrgqx49u9ezmvktxwt4dh3v2vxel08ek6qrxm6p4klseacw5f',
  ],
  'algorand:fxgMFiV7NXX8fyqEoe36AMJ0JQVrPz6F': [
    'XTNEJTKVSDVMMRR6JZ7P2M2JMOHIUXU2CQAPL6WGEXNJ2L2HUBGW2OVQ6Q',
    '2KFP2GNA6BNDVQP4BVY5BGZ7WHKHGJDZLYOSR3DBUYJTVV2RLJFTDEER24',
    '2KZPYR4R6LWBQZJZZ7YYM6FPMKRKGEMUSIOLYY5QVQG3I32IHCUTPDWWKY',
  ],
  'tezos:NetXUTfg9JeSboV': [
    'tz1UiMU2fCPen52tf6F8wp1aLpRTEvuct1kW',
    'tz1hfqeTN1yAoRG9w4ykxKmpcQjYR6Vk8MHe',
    'tz1VFEFabNjTVikACQkr8gdp74ce3YeoYrYX',
  ],
  'cip34:0-42': [
    'addr_test1qq4jrrcfzylccwgqu3su865es52jkf7yzrdu9cw3z84nycnn3zz9lvqj7vs95tej896xkekzkufhpuk64ja7pga2g8ksdf8km4',
    'addr_test1qpzdzgj2lgsemgtzvaft77stwn5k9scduwdglmphq3kpdft09083trxjn8nnmder6h37nuwlpqty5ymnxhw7zjp8fv8q8s9l8z',
    'addr_test1qrf93rc4xm7jak3xdx4gz40pnsn3c9m0ulvqtgnynds5pa34zdgt7pf2lh3f448hytvnmq088l3wv4ml6up0ukht80dsrc2nkn',
  ],
} as const
