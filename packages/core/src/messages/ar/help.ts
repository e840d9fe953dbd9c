import type { help as english } from '../en/help.js'
import type { Translated } from '../sentences.js'

export const help: Translated<typeof english> = {
  'help.login': 'دخول واحد إلى كل web3',
  'help.loginText': 'تخبر محفظتك التطبيق من أنت. لا حساب تنشئه ولا كلمة مرور تتذكرها.',
  'help.home': 'بيت لأصولك الرقمية',
  'help.homeText': 'تحفظ مفاتيح عملاتك ورموزك ومقتنياتك. وأنت وحدك من يحرّك ما فيها.',
  'help.gateway': 'بوابتك إلى ويب جديد',
  'help.gatewayText': 'ادفع وتداول وصوّت والعب بالمحفظة نفسها، في كل تطبيق يتعامل معها.',
  'help.getWallet': 'احصل على محفظة',
  'help.nuts': 'كيف يعمل النظام من الداخل',
  'help.nutsText': 'الشبكة حواسيب كثيرة تحفظ سجلًا مشتركًا واحدًا لمن يملك ماذا، وتتفق على كل تغيير فيه.',
  'help.uses': 'مصمّمة لاستخدامات مختلفة',
  'help.usesText': 'بعضها صُنع ليكون سريعًا، وبعضها قليل الكلفة، وبعضها يصعب إيقافه جدًا. وتختار التطبيقات ما يناسبها.',
  'help.learnMore': 'اعرف المزيد',
  'help.getWalletText': 'المحفظة تطبيق أو إضافة للمتصفح. ثبّت واحدة ثم عُد لربطها.',
  'help.exploreAll': 'استكشف الكل',
  'help.chrome': 'إضافة Chrome',
  'help.ios': 'تطبيق iOS',
  'help.android': 'تطبيق Android',
  'help.website': 'الموقع',
  'help.notDetected': 'لم تُكتشف',
  'help.noDownloads': 'لا يُعرف مكان للحصول على هذه المحفظة.',
  'help.noWallets': 'قائمة المحافظ غير متاحة الآن.',
}
