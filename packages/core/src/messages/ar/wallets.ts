import type { wallets as english } from '../en/wallets.js'
import type { Translated } from '../sentences.js'

export const wallets: Translated<typeof english> = {
  'wallets.search': 'ابحث عن محفظة',
  'wallets.certified': 'معتمدة',
  'wallets.certifiedOnly': 'المحافظ المعتمدة من WalletConnect فقط',
  'wallets.isCertified': 'معتمدة',
  'wallets.scan': 'اربط برمز QR',
  'wallets.one': 'محفظة واحدة',
  'wallets.count': 'عدد المحافظ: {count}',
  'wallets.none': 'لم يُعثر على أي محفظة',
  'wallets.noneWhy': 'جرّب حروفًا أقل، أو تصفّح القائمة كلها.',
  'wallets.showAll': 'اعرض كل المحافظ',
  'wallets.failed': 'تعذّر تحميل قائمة المحافظ.',
  'wallets.moreFailed': 'تعذّر تحميل المزيد من المحافظ.',
  'wallets.agree': 'أوافق على',
  'wallets.agreeTerms': 'شروط الخدمة',
  'wallets.agreePrivacy': 'سياسة الخصوصية',
}
