# What `cmake --install` puts where: headers, both libraries, pkg-config file, CMake package.
include(CMakePackageConfigHelpers)

install(DIRECTORY include/guomi DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(TARGETS guomi_static guomi_shared EXPORT guomiTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/guomi)
install(EXPORT guomiTargets NAMESPACE guomi:: DESTINATION ${package_dir})
configure_package_config_file(cmake/guomiConfig.cmake.in ${PROJECT_BINARY_DIR}/guomiConfig.cmake
    INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/guomiConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/guomiConfig.cmake ${PROJECT_BINARY_DIR}/guomiConfigVersion.cmake
    DESTINATION ${package_dir})

# The prefix is found from where the file lies, so an installed tree can be moved.
file(RELATIVE_PATH GUOMI_PREFIX_FROM_PC /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/guomi.pc.in ${PROJECT_BINARY_DIR}/guomi.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/guomi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
